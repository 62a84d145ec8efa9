// A worker as the app's own: no page, no DOM; it drains and tells what came of it.

import { drain } from "/static/js/offline/drainer.js";

const { installThere } = await import("/fake_server.js");
installThere();
onmessage = () => drain("sync").then((told) => postMessage(told), (fault) => postMessage(String(fault)));
postMessage("ready");
