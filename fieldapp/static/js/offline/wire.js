// One request to the server, without a cookie, following nothing. What is no answer of ours is told as such.

import { retryAfterOf } from "./backoff.js";

const PATIENCE_MS = 120_000; // a part over one bar of signal

/**
 * {reached, status, headers, json, retryAfter, because}: `json` only from a whole JSON body, else null; `because` says
 * in a sentence why this was no answer of the server.
 */
export async function ask(address, { method = "GET", headers = {}, body, credentials = "omit" } = {}) {
  let answer;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    answer = await fetch(address, { method, headers, body, credentials, signal, redirect: "manual", cache: "no-store" });
  } catch {
    return { reached: false, status: 0, headers: new Headers(), json: null, retryAfter: 0, because: "No signal." };
  }
  const json = method === "HEAD" ? null : await jsonOf(answer);
  const retryAfter = retryAfterOf(answer.headers.get("Retry-After"));
  return { reached: true, status: answer.status, headers: answer.headers, json, retryAfter, because: because(answer) };
}

async function jsonOf(answer) {
  try {
    const isJson = /^application\/(json|problem\+json)\b/.test(answer.headers.get("Content-Type") ?? "");
    return isJson ? await answer.json() : null;
  } catch {
    return null; // cut on the way
  }
}

const WORDS = {
  401: "The server does not know this phone. Set it up again under Devices, or hand in a rescue file.",
  413: "It is too large for the server.",
  422: "What arrived is not what was sealed.",
  423: "The server is still busy with it.",
  429: "The server asks to wait.",
  503: "The server is not ready.",
  507: "The server is full.",
};

function because({ type, status }) {
  if (type === "opaqueredirect") return "A sign-in page of this network answered instead of the server.";
  return WORDS[status] ?? (status >= 500 ? "The server had a fault." : "That was not the server's answer.");
}
