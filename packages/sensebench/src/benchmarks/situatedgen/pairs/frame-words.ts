/** Words that the reader of predicate frames knows. */

/** "Likely to find", "unusual to see": the verb behind them is the main one. */
export const HEDGES =
  /^(likely|unlikely|possible|impossible|common|uncommon|usual|unusual|typical|rare|able|easy|hard|sure|certain|popular|best)$/;
export const DENYING_HEDGES = /^(unlikely|impossible|uncommon|unusual|rare|hard)$/;
/** "Have to", "tend to": so is the one behind these. */
export const LIGHT_AUXILIARY = /^(have|need|tend|seem|appear|use)$/;
/** "If you visit Japan", "by travelling to Japan": clauses that say where someone is. */
export const BEING_THERE = /^(visit|travel|go|come|be|live|stay|have)$/;
/** "In the state of Iowa" is "in Iowa". */
export const CLASS_NOUN =
  /^(state|city|country|nation|continent|province|county|town|village|island|region|area|part|kingdom|empire|republic|north|south|east|west|northeast|northwest|southeast|southwest|middle|center|capital|coast|month|day|year|season|time|period|century|decade|beginning|end|morning|evening|night)$/;
export const PLACE_PREPOSITION = /^(in|on|at|inside|within|across|throughout|around|over|near|along|off|through)$/;
export const ANYONE = /^(you|one|i|we|someone|somebody|anyone|there|it)$/;
export const PEOPLE = /^(they|he|she|people|person|human|man|woman|tourist|traveler|traveller|visitor|folk)$/;
/** "Millions of trees" is about trees. */
export const MEASURE = /^(million|thousand|hundred|dozen|ten|lot|number|plenty|kind|type|piece)$/;
export const NEGATION = /^(not|never|no|neither|nor|n['’]t|nobody|nothing|none)$/i;
/** Their sense is in their object: one gives lessons, birth or chocolate. */
export const LIGHT_VERB = /^(give|take|make|get|play|hold|run|serve|do|keep|put|set|perform|lead|cast|draw)$/;
