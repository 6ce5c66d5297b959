// What the pages of all applications share: requests, and parts of a page that follow the server.
"use strict";
const rulewright = {
  // Send a record and return the answer's record; an answer that refuses has `wrong`, which says why.
  async send(path, record) {
    try {
      const answer = await fetch(path, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(record)});
      if ((answer.headers.get("content-type") || "").startsWith("application/json")) return await answer.json();
      return answer.ok ? {} : {wrong: await answer.text()};
    } catch {
      return {wrong: document.body.dataset.unreachable || "The server cannot be reached."};
    }
  },
  // Follow the changes at an address: `changed` gets the parts that are new. A banner shows while the connection is lost.
  follow(path, changed) {
    const banner = document.getElementById("lost");
    const open = () => {
      const source = new EventSource(path);
      source.addEventListener("change", event => { if (banner) banner.hidden = true; changed(JSON.parse(event.data)); });
      source.onopen = () => { if (banner) banner.hidden = true; };
      source.onerror = () => {
        if (banner) banner.hidden = false;
        // The browser tries again by itself, unless the server refused.
        if (source.readyState === EventSource.CLOSED) setTimeout(open, 3000);
      };
      addEventListener("pagehide", () => source.close(), {once: true});
    };
    open();
    // A page that comes back from the browser's memory has lost its connection.
    addEventListener("pageshow", event => { if (event.persisted) open(); });
  },
  // Put parts of the page in their places, by their ids; the markup comes from our server, which escapes every text in it.
  put(parts) {
    // To say how far a place is scrolled, a browser lays out all that has changed; so this is asked of all before one changes.
    const places = Object.entries(parts).map(([id, markup]) => [document.getElementById(id), markup]).filter(([place]) => place)
      .map(([place, markup]) => {
        const focused = place.contains(document.activeElement) ? document.activeElement : null;
        return {place, markup, key: focused && (focused.id || focused.dataset.key), top: place.scrollTop, left: place.scrollLeft};
      });
    for (const {place, markup} of places) place.innerHTML = markup;
    for (const {place, key, top, left} of places) {
      if (top) place.scrollTop = top;
      if (left) place.scrollLeft = left;
      const again = key && (document.getElementById(key) || place.querySelector(`[data-key="${CSS.escape(key)}"]`));
      if (again && place.contains(again)) again.focus({preventScroll: true});
    }
  },
};
