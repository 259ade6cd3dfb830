// A page that was woven: what plays in it is in it.

import { begin } from "./main.js";
import { connect } from "../play/connection.js";

begin(connect);
