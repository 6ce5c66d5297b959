// What the pages of all applications share: requests, and parts of a page that follow the server.
"use strict";
const rulewright = {
  // Send a record and return the answer's record; an answer that refuses has `wrong`, which says why.
  async send(path, record) {
    try {
      const answer = await fetch(path, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(record)});
      if ((answer.headers.get("content-type") || "").startsWith("application/json")) return await answer.json();
      // Another run of the server does not know the page that sends this, and its answer is a page of its own.
      if (answer.status === 404 && document.body.dataset.gone) return {wrong: document.body.dataset.gone};
      return answer.ok ? {} : {wrong: await answer.text()};
    } catch {
      return {wrong: document.body.dataset.unreachable || "The server cannot be reached."};
    }
  },
  // Follow the changes at an address: `changed` gets the parts that are new. A banner shows while the connection is lost, and
  // says so if the server answers and does not know the page any more.
  follow(path, changed) {
    const banner = document.getElementById("lost"), away = banner?.textContent, gone = document.body.dataset.gone;
    const lost = (is, text = away) => { if (banner) { banner.hidden = !is; if (is) banner.textContent = text; } };
    let source = null, heard = 0;
    const open = () => {
      source?.close();
      const mine = source = new EventSource(path), here = () => { heard = Date.now(); lost(false); };
      heard = Date.now();
      mine.addEventListener("change", event => { here(); changed(JSON.parse(event.data)); });
      mine.addEventListener("here", here);
      mine.onopen = here;
      mine.onerror = () => {
        // The browser tries again by itself, unless the server refused.
        if (mine.readyState !== EventSource.CLOSED) { lost(true); return; }
        const tell = is => { if (mine === source) lost(true, is && gone ? gone : away); };
        fetch(location.pathname, {method: "HEAD"}).then(answer => tell(answer.status === 404), () => tell(false));
        setTimeout(() => { if (mine === source) open(); }, 3000);
      };
    };
    open();
    // A device that has left its network hears nothing and gets no error: the server says every 15 seconds that it is here.
    const listen = () => { if (Date.now() - heard > 40_000) { lost(true); open(); } };
    setInterval(listen, 5000);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) listen(); });
    addEventListener("offline", () => lost(true));
    addEventListener("online", open);
    addEventListener("pagehide", () => source.close());
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
