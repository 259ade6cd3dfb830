// A page of no document yet: the page around it sends one.

import { begin } from "./main.js";
import { connectDraft } from "../play/draft.js";

begin(connectDraft);
