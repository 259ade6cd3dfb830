// The workers of a page that was woven.

import { GameByClicks } from "./game_by_clicks.js";
import { GameByRules } from "./game_by_rules.js";
import { work } from "./work.js";

work({ rules: GameByRules, clicks: GameByClicks });
