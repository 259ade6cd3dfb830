// The workers of a page that is served, which also plays games whose rules only the service has.

import { GameByClicks } from "./game_by_clicks.js";
import { GameByRules } from "./game_by_rules.js";
import { GameByService } from "./game_by_service.js";
import { work } from "./work.js";

work({ rules: GameByRules, clicks: GameByClicks, service: GameByService });
