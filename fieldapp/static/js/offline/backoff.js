// When to try again: full jitter from 2 seconds to 5 minutes; after ten failures once an hour, and never not at all.

const [LEAST, MOST, HOUR] = [2_000, 300_000, 3_600_000];
export const MANY = 10;

/** Milliseconds until the next try after `attempts` failures; `retryAfter` (ms) is honored up to an hour. */
export function pause(attempts, retryAfter = 0, random = Math.random()) {
  const own = attempts >= MANY ? HOUR * (0.9 + random / 10) : LEAST + random * (Math.min(MOST, LEAST * 2 ** attempts) - LEAST);
  return Math.round(Math.max(own, Math.min(retryAfter, HOUR)));
}

/** Milliseconds of a Retry-After header: seconds or a date; 0 where there is none. */
export function retryAfterOf(header, now = Date.now()) {
  if (!header) return 0;
  const asked = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(asked) ? 0 : Math.max(0, asked);
}

/** Whether a time of the phone's clock has come; one beyond an hour was written before the clock was turned back. */
export const isDue = (at, now = Date.now()) => !(at > now && at <= now + HOUR);
