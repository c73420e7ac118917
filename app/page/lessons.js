// The “Try it” panel: the list of lessons, or the one that is open: predict, do, see why.

const LESSON_STORE = "roofline:lessons:v1"

// Storage may be blocked, full or somebody else's: then progress lasts as long as the page.
function readProgress() {
  try {
    return JSON.parse(localStorage.getItem(LESSON_STORE))
  } catch {
    return null
  }
}

// Another page may have stored lessons done meanwhile; none of them is lost.
function storeProgress({done, attempt}) {
  const before = readProgress()?.done
  const all = Array.isArray(before) ? [...new Set([...before, ...done])] : done
  try {
    localStorage.setItem(LESSON_STORE, JSON.stringify({done: all, attempt}))
  } catch {
    // nothing to do about it
  }
}

const tick = (place, done, texts) => [
  element("span", {class: "tick", "aria-hidden": "true"}, done ? "✓" : String(place)),
  element("span", {class: "heard"}, done ? texts.done : texts.not_done),
]

function lessonList(list, done, texts, open) {
  const entry = ({id, title}, i) => element(
    "li", {"data-done": done.includes(id)},
    element(
      "button", {type: "button", "data-lesson": id, onclick: () => open(id)},
      ...tick(i + 1, done.includes(id), texts), element("span", {}, title),
    ),
  )
  return element("ol", {class: "lesson-list"}, ...list.map(entry))
}

// A form, so that Enter predicts and the browser asks for a choice that was left open.
function predictionForm({options, guess, problem}, texts, predict) {
  let value = ""
  const send = (changes) => {
    [value] = Object.values(changes)
    if (guess && Number(value) > 0) control.show(value)
  }
  const spec = guess ?? {key: "prediction", label: texts.prediction, options}
  const control = guess ? createSlider(spec, "lesson-guess", send) : createRadio(spec, "lesson-options", send)
  if (guess) send({guess: String(snap(guess.start, guess))})
  for (const radio of control.root.querySelectorAll("[type=radio]")) radio.required = true
  const note = element("p", {class: "refused", role: "alert"}, problem)
  const root = element(
    "form", {onsubmit: (event) => { event.preventDefault(); predict(value) }},
    control.root, note, element("button", {class: "main"}, texts.predict),
  )
  return {root, refuse: (text) => { setText(note, text); if (text) control.refuse?.(value) }}
}

function stepList(steps, texts) {
  const lines = steps.map(({text}) => ({state: element("span", {class: "state"}), text}))
  const root = element(
    "ol", {class: "lesson-steps"},
    ...lines.map(({state, text}) => element("li", {}, state, element("span", {}, text))),
  )
  return {
    root,
    show(now) {
      now.forEach(({done}, i) => {
        if (lines[i].done === done) return
        lines[i].done = done
        root.children[i].toggleAttribute("data-done", done)
        lines[i].state.replaceChildren(...tick(i + 1, done, texts))
      })
    },
  }
}

function lessonAnswer({right, verdict, predicted, computed, why}, texts) {
  const pair = (label, value) => element("div", {}, element("dt", {}, label), element("dd", {}, value))
  return element(
    "div", {class: "lesson-answer", "data-right": right},
    element("p", {class: "judged"}, verdict),
    element("dl", {}, pair(texts.predicted, predicted), pair(texts.computed, computed)),
    element("h4", {}, texts.why), element("p", {}, why),
  )
}

// One lesson at one step. `heading` is where the focus goes when the reader has brought it there.
function lessonCard(card, texts, act) {
  const button = (label, onclick, kind = null) => element("button", {type: "button", class: kind, onclick}, label)
  const titled = (tag, text) => element(tag, {tabindex: -1}, text)
  const title = titled("h3", card.title)
  const root = element("div", {class: "lesson", "data-step": card.step}, title, element("p", {class: "prompt"}, card.prompt))
  const tools = element("div", {class: "lesson-tools"}, button(texts.back, act.close))
  let heading = title
  let form = null
  let steps = null
  if (card.step === "predict") {
    form = predictionForm(card, texts, act.predict)
    root.append(form.root)
  } else {
    heading = titled("h4", card.step === "do" ? texts.do : texts.reveal)
    steps = stepList(card.steps, texts)
    root.append(...(card.step === "do" ? [heading, steps.root] : [steps.root, heading, lessonAnswer(card.reveal, texts)]))
    tools.append(button(texts.again, () => act.open(card.id)))
    if (card.step === "do") tools.append(button(texts.give_up, act.reveal))
    else if (card.next) root.append(button(card.next.label, () => act.open(card.next.id), "main"))
  }
  root.append(tools)
  return {
    root,
    heading,
    show(now) {
      form?.refuse(now.problem)
      steps?.show(now.steps)
    },
  }
}

function createLessons({texts, list}, link) {
  let opened = false
  let now = null
  let built = ""
  let card = null
  let focus = false
  let pressed = false
  const command = (...parts) => { focus = true; link.push({command: parts}) }
  const act = {
    open: (id) => { focus = true; link.push({changes: {lesson: id}, start: true}) },
    close: () => { focus = true; link.push({changes: {lesson: ""}}) },
    predict: (value) => command("lesson_predict", [value]),
    reveal: () => command("lesson_reveal", []),
  }
  const heading = element("h2", {id: "lessons-title", tabindex: -1}, texts.title)
  const progress = element("p", {class: "progress"})
  const body = element("div", {})
  const heard = element("p", {class: "heard", "aria-live": "polite"})
  const root = element(
    "section", {class: "lessons", id: "lessons", "aria-labelledby": "lessons-title", hidden: true},
    element("div", {class: "lessons-head"}, heading, progress), body, heard,
  )
  const button = element("button", {type: "button", class: "try", "aria-controls": "lessons", onclick: toggle}, texts.open)

  function toggle() {
    opened = root.hidden
    if (!opened && now.card) link.push({changes: {lesson: ""}})
    root.hidden = !opened
    update()
    if (opened) heading.focus()
  }

  function build() {
    const key = now.card ? `${now.card.id} ${now.card.step}` : JSON.stringify(now.stored.done)
    if (key === built) return
    built = key
    card = now.card && lessonCard(now.card, texts, act)
    body.replaceChildren(card?.root ?? lessonList(list, now.stored.done, texts, act.open))
    if (focus) (card?.heading ?? heading).focus()
    focus = false
  }

  function update() {
    button.setAttribute("aria-expanded", String(!root.hidden))
    root.parentElement?.classList.toggle("trying", !root.hidden)
    setText(progress, now.progress)
    build()
    card?.show(now.card)
  }

  // Only what the reader has just done is said, not what was done when the lesson was taken up.
  function announce(before) {
    if (!before || before.id !== now.card?.id || before.step === "predict") return
    const said = now.card.steps.filter(({done}, i) => done && !before.steps[i].done).map(({said}) => said)
    if (said.length > 0 && now.card.step === "reveal") said.push(texts.finished)
    if (said.length > 0) setText(heard, said.join(" "))
  }

  // While a finger drags, nothing above it may change its height: the answer waits.
  const press = () => { pressed = true }
  const release = () => {
    pressed = false
    if (now) update()
  }
  const listeners = [["pointerdown", press], ["pointerup", release], ["pointercancel", release]]
  for (const [name, listener] of listeners) window.addEventListener(name, listener, true)

  return {
    root,
    button,
    restore() {
      const stored = readProgress()
      if (stored !== null) link.push({command: ["lesson_restore", [stored]]})
    },
    show(lesson) {
      const before = now?.card
      const first = now === null
      now = lesson
      if (lesson.card) opened = true
      if (lesson.card || !opened) root.hidden = !opened
      announce(before)
      if (!first) storeProgress(lesson.stored)
      if (pressed && card && before && lesson.card?.id === before.id) card.show(lesson.card)
      else update()
    },
    stop() {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener, true)
    },
  }
}
