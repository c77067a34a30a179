// Asks this machine for the page again every two seconds until the work has ended, and puts what
// has changed in its place; what a reader has unfolded stays unfolded.
"use strict";
const EVERY = 2000;
let shown = "";

function state() {
  const line = document.getElementById("live");
  return line ? line.dataset.state : "gone";
}

function path(details) {
  const names = [];
  for (let e = details; e; e = e.parentElement) {
    if (e.tagName === "DETAILS") names.unshift(e.querySelector("summary").textContent);
    if (e.tagName === "FIGURE") names.unshift(e.id);
  }
  return names.join(" / ");
}

function replace(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const open = new Set(Array.from(document.querySelectorAll("details[open]"), path));
  const focus = document.activeElement && document.activeElement.tagName === "SUMMARY"
      ? path(document.activeElement.parentElement) : null;
  document.title = next.title;
  document.querySelector("main").replaceWith(document.importNode(next.querySelector("main"), true));
  for (const details of document.querySelectorAll("details")) {
    const name = path(details);
    if (open.has(name)) details.open = true;
    if (focus === name) details.querySelector("summary").focus({preventScroll: true});
  }
}

async function look() {
  try {
    const answer = await fetch("/", {cache: "no-store"});
    const html = await answer.text();
    if (answer.ok && html !== shown) {
      shown = html;
      replace(html);
    }
  } catch (e) {
    const line = document.getElementById("live");
    line.dataset.state = "gone";
    line.textContent = "the command has ended; this is what it showed last";
  }
  if (state() === "running") setTimeout(look, EVERY);
}

if (state() === "running") setTimeout(look, EVERY);
