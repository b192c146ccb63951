import { vi } from 'vitest'
import { nextTick, type Component } from 'vue'
import type { SessionDto, UserDto } from '#contract/auth'
import type { Answer } from './fakeServer'
import { fakeServer, json } from './fakeServer'
import { mountApp, settle } from './mountApp'
import { aSession, aUser } from './samples'

export interface Visit {
  answers?: Record<string, Answer>
  user?: Partial<UserDto> | null
  session?: Partial<SessionDto>
  /** A component to show instead of the page. */
  component?: Component
}

/** Opens a page as a person would, and operates it by its visible names. */
export async function openPage(at: string, { answers = {}, user = {}, session = {}, component }: Visit = {}) {
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ user: user && aUser(user), ...session })),
    'GET /api/system/notices': () => json([]),
    ...answers,
  })
  const app = await mountApp({ server, at, ...(component && { component }) })
  await arrive()
  const { router } = app
  return {
    server,
    wrapper: app.wrapper,
    router,
    session: app.session,
    unsaved: app.unsaved,
    press,
    button,
    find,
    field,
    fill,
    type,
    submitWith,
    errorAt,
    text: () => document.body.textContent ?? '',
    path: () => router.currentRoute.value.fullPath,
  }
}

const all = (selector: string) => [...document.body.querySelectorAll<HTMLElement>(selector)]

function labelOf(element: HTMLElement): string | undefined {
  const id = element.getAttribute('aria-labelledby')
  const label = id
    ? document.getElementById(id)
    : all('label').find((candidate) => element.id !== '' && candidate.getAttribute('for') === element.id)
  return label?.textContent?.trim()
}

const nameOf = (element: HTMLElement) =>
  element.getAttribute('aria-label') ?? labelOf(element) ?? element.textContent?.trim() ?? ''

const find = (selector: string, name: string) =>
  all(selector).find((element) => nameOf(element) === name) ?? null

function button(name: string): HTMLElement {
  const found = find('button', name)
  if (!found) throw new Error(`No button ${name}`)
  return found
}

async function press(name: string) {
  button(name).click()
  await arrive()
}

function field(name: string): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  const label = all('label').find((candidate) => candidate.textContent?.trim() === name)
  const id = label?.getAttribute('for')
  const found = (id ? document.getElementById(id) : null) ?? find('input, select', name)
  if (
    found instanceof HTMLInputElement ||
    found instanceof HTMLTextAreaElement ||
    found instanceof HTMLSelectElement
  ) {
    return found
  }
  throw new Error(`No field ${name}`)
}

function enter(name: string, value: string) {
  const input = field(name)
  input.value = value
  input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input'))
}

async function fill(name: string, value: string) {
  enter(name, value)
  await settle()
}

/** Types without a pause: debounced code cannot run between two values, however slow the machine is. */
async function type(name: string, values: string[]) {
  for (const value of values) {
    enter(name, value)
    await nextTick()
  }
  await settle()
}

/** Submits the form of a field. */
async function submitWith(name: string) {
  field(name).form?.dispatchEvent(new Event('submit', { cancelable: true }))
  await arrive()
}

/** The error shown at a field. */
function errorAt(name: string) {
  const id = field(name).getAttribute('aria-describedby') ?? ''
  return document.getElementById(id)?.textContent?.trim()
}

/** Waits for pages that load on demand, and for their calls. */
export async function arrive(): Promise<void> {
  await vi.dynamicImportSettled()
  await settle()
  await settle()
}
