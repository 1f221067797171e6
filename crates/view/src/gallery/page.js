"use strict";
// One object for the data files, which call it as they are loaded: a page from disk may not fetch.
const gallery = (() => {
  const $ = (id) => document.getElementById(id);
  const el = (tag, props = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), props);
    node.append(...children.filter((c) => c !== null && c !== undefined));
    return node;
  };
  const url = (path) => path.split("/").map(encodeURIComponent).join("/");
  const number = new Intl.NumberFormat();
  const names = new Intl.Collator(undefined, { numeric: true });
  const plural = (n, word) => `${number.format(n)} ${word}${n === 1 ? "" : "s"}`;
  const size = (b) => (b < 1e3 ? `${b} B` : b < 1e6 ? `${(b / 1e3).toFixed(1)} kB` : `${(b / 1e6).toFixed(1)} MB`);
  const findings = (m) => m.findings[0] + m.findings[1] + m.findings[2];

  const grid = $("grid");
  let cards = []; // every model, as listed
  let ordered = []; // the same, sorted
  let shown = []; // of these, what fits the filters
  let opened = null;
  let current = -1; // place in `shown` that the keys go on from
  const details = new Map();

  function stage(m, lazy) {
    if (m.thumb) return el("div", { className: "stage" }, el("img", { src: url(m.thumb), alt: "", loading: lazy ? "lazy" : "eager", decoding: "async" }));
    return el("div", { className: "stage" }, el("p", { textContent: m.error || "nothing to see" }));
  }

  function badge(m) {
    const [e, w] = m.findings;
    if (m.error || e) return el("span", { className: "error", textContent: m.error ? "✖ unreadable" : `✖ ${plural(e, "error")}` });
    if (w) return el("span", { className: "warning", textContent: `▲ ${plural(w, "warning")}` });
    return null;
  }

  function element({ m, i, name }) {
    const card = el("button", { className: "card", type: "button", title: m.path },
      stage(m, true),
      el("span", { className: "name", textContent: name }),
      el("span", { className: "facts" },
        el("span", { textContent: m.format }),
        m.triangles ? el("span", { textContent: `${number.format(m.triangles)} △` }) : null,
        m.animations ? el("span", { textContent: `▶ ${m.animations}` }) : null,
        badge(m)));
    card.addEventListener("click", () => open(i));
    card.addEventListener("focus", () => { current = shown.findIndex((c) => c.i === i); });
    return card;
  }

  // Only the cards near the window are in the page, each at its place: thousands would slow every frame.
  const live = new Map(); // card → its element
  let columns = 1, cell = 0, row = 0, gap = 0;

  function measure() {
    const style = getComputedStyle(grid);
    const px = (name) => Number.parseFloat(style.getPropertyValue(name)) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    gap = px("--gap");
    const width = grid.clientWidth - 2 * gap;
    columns = Math.max(1, Math.floor((width + gap) / (px("--least") + gap)));
    cell = (width - gap * (columns - 1)) / columns;
    row = cell + px("--words") + gap;
    grid.style.height = `${Math.ceil(shown.length / columns) * row + gap}px`;
    for (const [c, node] of live) place(node, shown.indexOf(c));
    paint();
  }

  function place(node, at) {
    node.style.width = `${cell}px`;
    node.style.height = `${row - gap}px`;
    node.style.left = `${gap + (at % columns) * (cell + gap)}px`;
    node.style.top = `${gap + Math.floor(at / columns) * row}px`;
  }

  function paint() {
    const top = scrollY - grid.offsetTop, spare = innerHeight;
    const from = Math.max(0, Math.floor((top - spare) / row)) * columns;
    const to = Math.min(shown.length, Math.ceil((top + innerHeight + spare) / row) * columns);
    const wanted = new Set(shown.slice(from, to));
    for (const [c, node] of live) {
      if (wanted.has(c) || node === document.activeElement) continue; // the focus stays where it is
      node.remove();
      live.delete(c);
    }
    // Backwards, each before the one that follows it: Tab goes through them in their order.
    let next = (current >= to && live.get(shown[current])) || null;
    for (let at = to - 1; at >= from; at--) {
      let node = live.get(shown[at]);
      if (!node) {
        node = element(shown[at]);
        place(node, at);
        grid.insertBefore(node, next);
        live.set(shown[at], node);
      }
      next = node;
    }
  }

  function reveal(at) {
    const top = grid.offsetTop + Math.floor(at / columns) * row, head = document.querySelector("header").offsetHeight;
    if (top < scrollY + head) scrollTo(0, top - head);
    else if (top + row + gap > scrollY + innerHeight) scrollTo(0, top + row + gap - innerHeight);
    paint();
    live.get(shown[at])?.focus({ preventScroll: true });
  }

  function options(select, values) {
    const counted = new Map();
    for (const v of values) if (v) counted.set(v, (counted.get(v) || 0) + 1);
    for (const [v, n] of [...counted].sort((a, b) => a[0].localeCompare(b[0]))) select.append(el("option", { value: v, textContent: `${v} (${n})` }));
    select.parentElement.hidden = counted.size < 2;
  }

  function models(list) {
    cards = list.map((m, i) => ({ m, i, text: m.path.toLowerCase() }));
    nameCards(cards, 1);
    // Before the filters write the address anew.
    const wanted = linked();
    options($("format"), list.map((m) => m.format));
    options($("game"), list.map((m) => m.game));
    restore();
    sort();
    filter();
    if (wanted >= 0) open(wanted);
  }

  // The model that the address names.
  function linked() {
    const wanted = new URLSearchParams(location.hash.slice(1)).get("model");
    return wanted === null ? -1 : cards.findIndex((c) => c.m.path === wanted);
  }

  // As much of its path as distinguishes a model from the others.
  function nameCards(list, parts) {
    const same = new Map();
    for (const c of list) {
      c.name = c.m.path.split("/").slice(-parts).join("/");
      if (same.has(c.name)) same.get(c.name).push(c);
      else same.set(c.name, [c]);
    }
    for (const group of same.values()) if (group.length > 1 && group.some((c) => c.name !== c.m.path)) nameCards(group, parts + 1);
  }

  function sort() {
    const by = $("sort").value;
    const byName = (a, b) => names.compare(a.m.path, b.m.path);
    const key = { triangles: (c) => c.m.triangles, bytes: (c) => c.m.bytes, findings: (c) => c.m.findings[0] * 1e6 + c.m.findings[1] * 1e3 + c.m.findings[2] + (c.m.error ? 1e9 : 0) }[by];
    ordered = [...cards].sort(key ? (a, b) => key(b) - key(a) || byName(a, b) : byName);
    grid.replaceChildren();
    live.clear();
  }

  function filter() {
    const words = $("q").value.toLowerCase().split(/\s+/).filter(Boolean);
    const format = $("format").value, game = $("game").value, moving = $("moving").checked, found = $("found").checked;
    const focused = shown[current];
    shown = ordered.filter((c) => words.every((w) => c.text.includes(w)) && (!format || c.m.format === format) && (!game || c.m.game === game)
      && (!moving || c.m.animations > 0) && (!found || findings(c.m) > 0 || c.m.error));
    current = shown.indexOf(focused);
    for (const [c, node] of live) if (!shown.includes(c)) { node.remove(); live.delete(c); }
    measure();
    $("count").textContent = shown.length === cards.length ? plural(cards.length, "model") : `${number.format(shown.length)} of ${plural(cards.length, "model")}`;
    $("none").hidden = shown.length > 0;
    remember();
  }

  function remember() {
    const p = new URLSearchParams();
    for (const id of ["q", "format", "game"]) if ($(id).value) p.set(id, $(id).value);
    if ($("sort").value !== "name") p.set("sort", $("sort").value);
    for (const id of ["moving", "found"]) if ($(id).checked) p.set(id, "1");
    if (opened !== null) p.set("model", cards[opened].m.path);
    history.replaceState(null, "", p.size ? `#${p}` : location.pathname + location.search);
  }

  function restore() {
    const p = new URLSearchParams(location.hash.slice(1));
    for (const id of ["q", "format", "game", "sort"]) if (p.has(id)) $(id).value = p.get(id);
    for (const id of ["moving", "found"]) $(id).checked = p.has(id);
  }

  function open(i) {
    opened = i;
    const m = cards[i].m;
    draw(m, details.get(m.path));
    if (!$("sheet").open) $("sheet").showModal();
    remember();
    if (!details.has(m.path)) document.head.append(el("script", { src: url(m.detail) }));
    ask(m);
  }

  // ---- 3D: the stage is loaded with the first model that is opened, each model as a script of its own.
  const theatre = { Stage: null, stage: null, path: null, asked: false };

  function ask(m) {
    if (theatre.path && theatre.path !== m.path) end();
    if (!m.stage) return;
    if (!theatre.asked) { theatre.asked = true; document.head.append(el("script", { src: "stage.js" })); }
    document.head.append(el("script", { src: url(m.stage), onload() { this.remove(); } }));
  }

  function stageLoaded(Stage) { theatre.Stage = Stage; act(); }

  function model(path, base64) {
    theatre.waiting = { path, base64 };
    act();
  }

  // Both are there: the picture becomes a model that turns.
  async function act() {
    const { Stage, waiting } = theatre;
    if (!Stage || !waiting || opened === null || cards[opened].m.path !== waiting.path || theatre.path === waiting.path) return;
    theatre.waiting = null;
    end();
    const bytes = Uint8Array.from(atob(waiting.base64), (c) => c.charCodeAt(0));
    const canvas = el("canvas", { tabIndex: 0, ariaLabel: `${waiting.path}: drag to turn, wheel to zoom` });
    canvas.setAttribute("role", "application");
    const labels = el("div"), holder = el("div", { className: "theatre" }, canvas, labels);
    $("sheet").querySelector(".stage").replaceChildren(holder);
    const stage = new Stage(canvas, holder, labels);
    Object.assign(theatre, { stage, path: waiting.path, holder });
    stage.view.margin = [16, 40];
    if (stage.blind) { keepPicture(); return; }
    const gltf = await stage.parse(bytes.buffer);
    if (theatre.stage !== stage) return;
    stage.show(gltf);
    holder.dataset.state = "ready";
    player(stage, gltf.animations);
  }

  // No WebGL: the picture stays.
  function keepPicture() {
    const m = cards[opened].m;
    end();
    $("sheet").querySelector(".stage").replaceWith(stage(m, false));
  }

  function player(stage, clips) {
    if (!clips.length) return;
    const play = el("button", { type: "button", textContent: "▶", ariaLabel: "Play or pause", onclick() { if (!stage.motion.clip) stage.play(Number(choice.value)); else { stage.motion.playing = !stage.motion.playing; stage.clock.update(performance.now()); } play.textContent = stage.motion.playing ? "❚❚" : "▶"; } });
    const choice = el("select", { ariaLabel: "Animation", onchange() { stage.play(Number(choice.value)); play.textContent = "❚❚"; } }, ...clips.map((c, i) => el("option", { value: i, textContent: c.name || `animation ${i + 1}` })));
    theatre.holder.append(el("div", { className: "player" }, play, choice));
  }

  function end() {
    theatre.stage?.end();
    theatre.stage = theatre.path = null;
  }

  function detail(path, report) {
    details.set(path, report);
    if (opened !== null && cards[opened].m.path === path) draw(cards[opened].m, report);
  }

  const table = (head, rows) => rows.length === 0 ? null : el("div", { className: "wide" }, el("table", {},
    el("thead", {}, el("tr", {}, ...head.map((h) => el("th", { textContent: h })))),
    el("tbody", {}, ...rows.map((r) => el("tr", {}, ...r.map((c) => (c instanceof Node ? c : el("td", { textContent: c, className: typeof c === "number" ? "n" : "" }))))))));

  function draw(m, report) {
    const facts = el("dl");
    const fact = (k, v) => v && facts.append(el("dt", { textContent: k }), el("dd", { textContent: v }));
    fact("Path", m.path);
    fact("Format", [m.format, m.version].filter(Boolean).join(" "));
    fact("Game", m.game);
    fact("File", size(m.bytes));
    fact("Mesh", m.triangles ? `${plural(m.triangles, "triangle")}, ${plural(m.vertices, "vertex").replace("vertexs", "vertices")}` : "");
    fact("Joints", m.joints ? number.format(m.joints) : "");
    const sheet = $("sheet"), old = sheet.querySelector(".stage");
    // Details come later than the picture: what turns already stays.
    const shown = theatre.path === m.path && old ? old : stage(m, false);
    const focused = sheet.contains(document.activeElement) ? document.activeElement.dataset?.key : null;
    const button = (key, text, label, onclick) => { const b = el("button", { type: "button", textContent: text, ariaLabel: label, title: label, onclick }); b.dataset.key = key; return b; };
    sheet.replaceChildren(
      el("nav", { className: "bar" }, button("previous", "◀", "Previous model", () => go(-1)), button("next", "▶", "Next model", () => go(1)), button("close", "✕", "Close", () => sheet.close())),
      el("div", { className: "top" }, shown, el("div", { className: "about" },
        el("h2", { textContent: m.path.split("/").pop() }), facts,
        m.glb ? el("a", { className: "button", href: url(m.glb), download: m.glb.split("/").pop(), textContent: "GLB" }) : null)));
    if (focused) sheet.querySelector(`[data-key="${focused}"]`)?.focus();
    if (m.error) sheet.append(el("p", { className: "error", textContent: m.error }));
    if (!report) { sheet.append(el("p", { textContent: "…" })); return; }
    const part = (title, content) => content && sheet.append(el("h3", { textContent: title }), content);
    part("Findings", table(["", "what", "where"], report.findings.map((f) => [
      el("td", { className: f.severity, textContent: f.severity }), `${f.message} (${f.code})`,
      [f.offset !== null ? `0x${f.offset.toString(16)}` : "", f.path].filter(Boolean).join(" ")])));
    const s = report.scene;
    if (!s) return;
    part("Animations", table(["name", "seconds", "channels"], s.animations.map((a) => [a.name, a.seconds.toFixed(2), a.channels])));
    part("Meshes", table(["name", "triangles", "vertices", "material"], s.meshes.map((x) => [x.name + (x.collision ? " (collision)" : x.lod ? ` (LOD ${x.lod})` : ""), x.triangles, x.vertices, x.material || ""])));
    part("Textures", table(["material", "slot", "file"], s.materials.flatMap((x) => x.textures.map((t) => [
      x.name, t.slot, el("td", { className: t.found ? "" : "warning", textContent: t.file + (t.found ? "" : " — missing") })]))));
  }

  function keys(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName) && document.activeElement.type !== "checkbox";
    if (e.key === "Escape" && document.activeElement === $("q")) { $("q").value = ""; filter(); $("q").blur(); return; }
    if ($("sheet").open && !$("keys").open) { inSheet(e); return; }
    if (typing || document.querySelector("dialog[open]")) return;
    const at = current;
    const go = (i) => { if (shown.length > 0) reveal(Math.max(0, Math.min(shown.length - 1, i))); e.preventDefault(); };
    switch (e.key) {
      case "/": $("q").focus(); $("q").select(); e.preventDefault(); break;
      case "?": $("keys").showModal(); break;
      case "t": case "T": theme(); break;
      case "ArrowRight": go(at + 1); break;
      case "ArrowLeft": go(at < 0 ? 0 : at - 1); break;
      case "ArrowDown": go(at < 0 ? 0 : at + columns); break;
      case "ArrowUp": go(at < 0 ? 0 : at - columns); break;
      case "Home": go(0); break;
      case "End": go(shown.length - 1); break;
    }
  }

  // Wherever the focus is in the sheet; what takes arrows itself keeps them.
  function inSheet(e) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!step || document.activeElement?.tagName === "SELECT") return;
    go(step);
    e.preventDefault();
  }

  function go(step) {
    const next = shown[shown.findIndex((c) => c.i === opened) + step];
    if (next) open(next.i);
  }

  function theme() {
    const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("xenomesh-theme", document.documentElement.dataset.theme); } catch { /* a page from disk may have no storage */ }
  }
  try { const t = localStorage.getItem("xenomesh-theme"); if (t) document.documentElement.dataset.theme = t; } catch { /* as above */ }

  let waiting = 0;
  $("q").addEventListener("input", () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(filter); });
  for (const id of ["format", "game", "moving", "found"]) $(id).addEventListener("change", filter);
  $("sort").addEventListener("change", () => { sort(); filter(); });
  $("theme").addEventListener("click", theme);
  $("help").addEventListener("click", () => $("keys").showModal());
  $("reset").addEventListener("click", () => { for (const id of ["q", "format", "game"]) $(id).value = ""; for (const id of ["moving", "found"]) $(id).checked = false; filter(); });
  $("sheet").addEventListener("close", () => { end(); const at = shown.indexOf(cards[opened]); opened = null; remember(); if (at >= 0) reveal(at); });
  $("sheet").addEventListener("click", (e) => { if (e.target === $("sheet")) $("sheet").close(); });
  document.addEventListener("keydown", keys);
  let painting = 0;
  addEventListener("scroll", () => { painting ||= requestAnimationFrame(() => { painting = 0; paint(); }); }, { passive: true });
  addEventListener("resize", measure);
  // A link within the page, or Back.
  addEventListener("hashchange", () => { const at = linked(); if (at >= 0) { if (at !== opened) open(at); } else if ($("sheet").open) $("sheet").close(); });
  return { models, detail, model, stage: stageLoaded };
})();
