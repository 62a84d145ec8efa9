// The steps that an answer unfolds into. Pure, and the twin of rules/limits.py. A limit is what a city's law file holds.

/** A step for which no law is needed. */
export const reason = (fact, limit) => ({ fact, limit, clause: "", citation: "", since: null, doubt: "" });

/** A step that rests on a limit of law (null: none is known). */
export function byLaw(law, fact, limit) {
  if (!law) return reason(fact, limit);
  return { fact, limit, clause: law.clause, citation: law.citation, since: law.since, doubt: law.doubt };
}

/** The amount of a limit as a whole number. */
export const whole = (law) => Math.trunc(Number(law.amount));
