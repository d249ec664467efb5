// Keeps a page up to date and moves it through time. Pages work without it.
"use strict";
(() => {
  let turn = 0; // the newest question; an older answer is thrown away
  let events = null;
  let waiting = 0;
  let took = 0; // how long the last look at the past took

  const main = () => document.getElementById("main");
  const say = (words, stays) => {
    const news = document.getElementById("news");
    news.textContent = words;
    if (words && !stays) setTimeout(() => { if (news.textContent === words) news.textContent = ""; }, 2500);
  };

  const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

  const read = async (address) => {
    const slow = setTimeout(() => say("Looking…", true), 400);
    try {
      const answer = await fetch(address, { headers: { accept: "text/html" } });
      if (answer.redirected) { location.reload(); throw new Error("signed out"); }
      return await answer.text();
    } finally {
      clearTimeout(slow);
      say("");
    }
  };

  // Parts that take longer come after the page.
  const fill = async (kept) => {
    const mine = turn;
    for (const part of main().querySelectorAll("[data-part]")) {
      const address = part.dataset.part;
      if (kept && kept.has(address)) part.replaceChildren(...kept.get(address));
      try {
        const found = new DOMParser().parseFromString(await read(address), "text/html");
        if (mine !== turn) return;
        part.replaceChildren(...found.body.childNodes);
      } catch { say("The server does not answer."); }
    }
    main().dataset.filled = "true";
  };

  // Swap in what changed, and keep the place of whoever reads.
  const show = async (address) => {
    const mine = ++turn;
    let text;
    try { text = await read(address); } catch { say("The server does not answer."); return; }
    if (mine !== turn) return;
    const found = new DOMParser().parseFromString(text, "text/html");
    const focused = document.activeElement;
    const id = focused && focused.id;
    const typed = focused && focused.type === "search" ? focused.value : null;
    const link = focused && focused.getAttribute("href");
    const kept = new Map();
    for (const part of main().querySelectorAll("[data-part]")) {
      kept.set(part.dataset.part, [...part.childNodes]);
    }
    for (const name of ["main", "nav"]) {
      document.getElementById(name).replaceWith(found.getElementById(name));
    }
    document.title = found.title;
    mark();
    if (id && typed !== null) {
      const box = document.getElementById(id);
      if (box) { box.value = typed; box.focus(); }
    } else if (link && document.activeElement === document.body) {
      const same = [...document.querySelectorAll("a")].find((a) => a.getAttribute("href") === link);
      if (same) same.focus();
    }
    await fill(kept);
  };

  const mark = () => {
    main().classList.toggle("past", new URLSearchParams(location.search).has("as_of"));
  };

  // Live: whatever changes is shown a moment later; while much changes, not more than half the time
  // goes into showing it.
  let due = false;
  let busy = false;
  const refresh = async () => {
    due = true;
    if (busy) return;
    busy = true;
    while (due) {
      await pause(150);
      due = false;
      const begun = performance.now();
      await show(location.href);
      await stops();
      say("Updated");
      await pause(performance.now() - begun);
    }
    busy = false;
  };
  const live = (words) => { document.getElementById("live").textContent = words; };
  const follow = () => {
    const address = main().dataset.events;
    if (events && (!address || !events.url.endsWith(address))) { events.close(); events = null; }
    if (!address) live("");
    if (!address || events) return;
    events = new EventSource(address);
    events.addEventListener("changed", refresh);
    events.addEventListener("stale", refresh);
    events.addEventListener("open", () => { document.body.dataset.live = "true"; live("live"); });
    events.addEventListener("error", () => {
      live("reconnecting…");
      // Closed for good: signed out, or the key is gone. The page itself says which.
      if (events && events.readyState === EventSource.CLOSED) show(location.href);
    });
  };

  // The timeline: a slider over the moments at which something was recorded.
  let moments = [];
  const form = document.getElementById("timeline");
  const slider = document.createElement("input");
  slider.type = "range";
  slider.id = "slider";
  slider.min = "0";
  slider.setAttribute("aria-label", "Moment");
  const box = document.getElementById("as_of");

  const told = (place) => {
    const last = place >= moments.length;
    slider.setAttribute("aria-valuetext", last ? "now" : moments[place]);
    box.value = last ? "" : moments[place];
  };
  const stops = async () => {
    try {
      const answer = await fetch(form.dataset.stops);
      moments = (await answer.json()).stops;
    } catch { return; }
    const at = new URLSearchParams(location.search).get("as_of");
    slider.max = String(moments.length);
    slider.disabled = moments.length === 0;
    const after = moments.findIndex((moment) => Date.parse(moment) >= Date.parse(at));
    slider.value = String(at === null || after < 0 ? moments.length : after);
    slider.setAttribute("aria-valuetext", at === null ? "now" : at);
    if (!slider.isConnected) box.before(slider);
  };
  const move = (moment) => {
    const here = new URL(location.href);
    for (const name of ["cursor", "page"]) here.searchParams.delete(name);
    if (moment) here.searchParams.set("as_of", moment); else here.searchParams.delete("as_of");
    history.replaceState(null, "", here);
    const begun = performance.now();
    show(here.href).then(() => { took = performance.now() - begun; follow(); });
  };
  slider.addEventListener("input", () => {
    const place = Number(slider.value);
    told(place);
    clearTimeout(waiting);
    const patience = Math.min(1000, Math.max(120, took)); // a long past is looked at less often
    waiting = setTimeout(() => move(place >= moments.length ? null : moments[place]), patience);
  });
  addEventListener("pagehide", () => { if (events) events.close(); events = null; });
  addEventListener("pageshow", (shown) => { if (shown.persisted) { show(location.href); follow(); } });

  // "/" goes to the search box.
  addEventListener("keydown", (key) => {
    const search = document.getElementById("q");
    if (key.key === "/" && search && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
      key.preventDefault();
      search.focus();
    }
  });

  mark();
  fill();
  follow();
  stops();
})();
