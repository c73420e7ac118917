// Controls with few values: radio cards, a list, a switch, and bytes per value.

function createRadio(spec, id, send) {
  const options = spec.options.map(({value, label}) => {
    const input = element("input", {
      type: "radio", name: id, value, onchange: () => send({[spec.key]: value}, true),
    })
    return {input, row: element("label", {class: "card"}, input, element("span", {}, label))}
  })
  const root = element(
    "fieldset", {class: "control radio", "data-key": spec.key},
    element("legend", {}, spec.label),
    element("div", {class: "cards"}, ...options.map(({row}) => row)),
  )
  return {
    root,
    show(text) {
      root.dataset.value = text
      for (const {input} of options) input.checked = input.value === text
    },
  }
}

function createSelect(spec, id, send) {
  const select = element(
    "select", {id, onchange: () => send({[spec.key]: select.value}, true)},
    ...spec.options.map(({value, label}) => element("option", {value}, label)),
  )
  const root = element(
    "div", {class: "control select", "data-key": spec.key},
    element("label", {for: id}, spec.label), select,
  )
  return {root, show(text) { root.dataset.value = text; select.value = text }}
}

function createSwitch(spec, id, send) {
  const input = element("input", {
    type: "checkbox", role: "switch", id, "aria-describedby": spec.hint ? `${id}-hint ${id}-note` : `${id}-note`,
    onchange: () => send({[spec.key]: String(input.checked)}, true),
  })
  const note = element("p", {class: "note", id: `${id}-note`})
  const root = element(
    "div", {class: "control switch", "data-key": spec.key},
    element("label", {for: id}, input, element("span", {class: "track"}), element("span", {}, spec.label)),
    ...(spec.hint ? [element("p", {class: "hint", id: `${id}-hint`}, spec.hint)] : []), note,
  )
  return {
    root,
    show(text) { root.dataset.value = text; input.checked = text === "true" },
    remark(text) { setText(note, text) },
  }
}

// A few usual values as radio buttons, any other one in a box.
function createChoice(spec, id, send) {
  const radio = createRadio(spec, id, send)
  let typed = false
  const box = element("input", {
    type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": spec.exact,
    onchange: () => { typed = true; send({[spec.key]: box.value.trim()}, true) },
  })
  const show = (text) => {
    radio.show(text)
    box.value = text
    box.removeAttribute("aria-invalid")
    typed = false
  }
  radio.root.classList.replace("radio", "choice")
  radio.root.append(element("span", {class: "exact"}, box, element("span", {class: "unit"}, spec.unit)))
  return {
    root: radio.root,
    show,
    refuse(text) {
      if (typed) box.setAttribute("aria-invalid", "true")
      else show(text)
    },
  }
}

// Several out of a long list: those chosen as buttons that take them away, and a list to add from.
function createSeveral(spec, id, send) {
  let chosen = []
  const names = new Map(spec.options.map(({value, label}) => [value, label]))
  const choose = (next) => send({[spec.key]: next.join(",")}, true)
  const tags = element("div", {class: "tags"})
  const select = element(
    "select", {id, onchange: () => { if (select.value) choose([...chosen, select.value]) }},
  )
  const root = element(
    "div", {class: "control select several", "data-key": spec.key},
    element("label", {for: id}, spec.label), tags, select,
  )
  const tag = (value) => element("button", {
    type: "button", "aria-label": `${spec.remove} ${names.get(value)}`,
    onclick: () => { choose(chosen.filter((other) => other !== value)); select.focus() },
  }, element("span", {}, names.get(value)), element("span", {"aria-hidden": "true"}, "×"))
  return {
    root,
    show(text) {
      if (root.dataset.value === text) { select.value = ""; return }
      root.dataset.value = text
      chosen = text.split(",").filter(Boolean)
      const left = spec.options.filter(({value}) => !chosen.includes(value))
      tags.replaceChildren(...chosen.map(tag))
      select.replaceChildren(
        element("option", {value: ""}, spec.add),
        ...left.map(({value, label}) => element("option", {value}, label)),
      )
      select.disabled = chosen.length >= spec.most
    },
  }
}

const CREATE = {
  several: createSeveral,
  radio: createRadio, select: createSelect, switch: createSwitch, choice: createChoice,
  slider: createSlider,
}

// Keeps every control whose description stays the same, so that focus and drags survive.
function createControls(root, link) {
  let kept = new Map()
  const send = (changes, start) => link.push({changes, start})
  return {
    describe(specs) {
      const next = new Map()
      for (const spec of specs) {
        const old = kept.get(spec.key)
        const text = JSON.stringify(spec)
        const control = old?.text === text ? old : CREATE[spec.type](spec, `control-${spec.key}`, send)
        next.set(spec.key, Object.assign(control, {text}))
      }
      kept = next
      arrange(root, [...next.values()].map((control) => control.root))
    },
    show({values, problems, remarks, allowed}) {
      const refused = new Set(problems.map(({key}) => key))
      for (const [key, control] of kept) {
        control.allow?.(allowed[key])
        if (link.pending(key)) continue
        if (refused.has(key) && control.refuse) control.refuse(values[key])
        else if (!control.typing?.() && key in values) control.show(values[key])
        control.remark?.(remarks[key] ?? "")
      }
    },
  }
}
