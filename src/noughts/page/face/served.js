// A page that is served: games come from the service, and so do rooms for people on different machines.

import { begin } from "./main.js";
import { RoomFace } from "./room.js";
import { connectServed } from "../play/served.js";

begin(connectServed, (send) => new RoomFace(send));
