// Whether the server answers now. A phone with one bar says that it is online, and a hotel's network answers for anybody.

const PATIENCE_MS = 2500;
const PAGE = "/.well-known/fieldapp-keys.json";

/** True where our own server answered within two and a half seconds. */
export async function hasSignal() {
  if (navigator.onLine === false) return false;
  try {
    const asked = { credentials: "omit", redirect: "error", cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) };
    const answer = await fetch(PAGE, asked);
    return answer.ok && Array.isArray((await answer.json()).keys);
  } catch {
    return false;
  }
}
