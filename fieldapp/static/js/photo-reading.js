// What is needed once a photo is there, and not before: judging its bytes, hashing them, making the copy. A page loads
// it when somebody goes for the camera or the gallery, so that its form is there without waiting for it.

import { NotDrawn, copiesOf } from "./photo-copy.js";
import { hashOf } from "./photo-hash.js";
import { told } from "./photo-look.js";
import { Refused, damaged, judge, judgeLength } from "./photo-type.js";

export { NotDrawn, Refused, copiesOf, damaged, hashOf, judge, judgeLength, told };

/** Why a photo was not taken, in words; `fault` is what its reading threw. */
export function inWords(fault) {
  return fault instanceof Refused ? fault.message : "The file cannot be read. Take or choose it again.";
}
