import { z } from 'zod'

/** An answer as it was given, and where in it there are texts. */
interface RecordedAnswer {
  status: number
  headers: readonly (readonly [string, string])[]
  text: string
}

/** A text in the answers of a service; those of all rows of a list are one. */
interface AnsweredText {
  /** The calls whose answers contain it. */
  call: string
  /** Such as `results.*.title`; empty for the whole body. */
  path: string
}

/** What stands in place of the answers' own: another text in one field, another status, a redirect. */
export interface Distortion {
  at: AnsweredText
  text: string
  status?: number
  location?: string
}

const rpcSchema = z.object({ method: z.string() })

/** What a request asks for, whatever its host. In calls by name, such as JSON-RPC, the name is in the body. */
async function callOf(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url)
  return `${request.method} ${pathname}${search} ${await nameIn(request)}`.trim()
}

async function nameIn(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? ''
  if (type.includes('json')) return rpcSchema.safeParse(await request.json()).data?.method ?? ''
  if (!type.includes('form')) return ''
  const form = await request.formData()
  return ['mode', 'name']
    .map((field) => form.get(field))
    .filter((value) => typeof value === 'string')
    .join(' ')
}

/** Keeps the answers of running fakes, so that they can be given again, distorted and without a network. */
export function createRecording(fetch: typeof globalThis.fetch = globalThis.fetch) {
  const answers = new Map<string, RecordedAnswer[]>()
  let calls: string[] = []

  async function record(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const call = await callOf(request.clone())
    calls.push(call)
    const response = await fetch(request)
    const answer = { status: response.status, headers: [...response.headers], text: await response.text() }
    answers.set(call, [...(answers.get(call) ?? []), answer])
    return toResponse(answer)
  }

  /** Does something while answers are recorded. @returns the calls that it made. */
  async function callsOf<T>(work: () => Promise<T>): Promise<{ made: readonly string[]; result: T }> {
    calls = []
    const result = await work()
    return { made: calls, result }
  }

  /** Every text in the answers, the whole bodies included; once for calls that differ only in their query. */
  function texts(): AnsweredText[] {
    const found = new Map<string, AnsweredText>()
    for (const [call, given] of answers) {
      const paths = ['', ...given.flatMap(({ text }) => textPaths(jsonIn(text), ''))]
      for (const path of paths) {
        const key = `${call.replace(/\?\S*/, '')} ${path}`
        if (!found.has(key)) found.set(key, { call, path })
      }
    }
    return [...found.values()]
  }

  /**
   * @returns a fetch that gives the same answers in the same order, the last of a call again and again, but for the
   *   distortion; 404 to other calls.
   */
  function replay(distortion: Distortion): typeof globalThis.fetch {
    const given = new Map<string, number>()
    const distorted = new Map<RecordedAnswer, RecordedAnswer>()
    for (const answer of answers.get(distortion.at.call) ?? []) {
      distorted.set(answer, distort(answer, distortion))
    }
    return async (input, init) => {
      const call = await callOf(new Request(input, init))
      const recorded = answers.get(call) ?? []
      const at = given.get(call) ?? 0
      given.set(call, at + 1)
      const answer = recorded[Math.min(at, recorded.length - 1)]
      return answer ? toResponse(distorted.get(answer) ?? answer) : new Response('', { status: 404 })
    }
  }

  return { record, callsOf, texts, replay }
}

function toResponse({ status, headers, text }: RecordedAnswer): Response {
  const kept = headers.filter(([name]) => !['content-length', 'content-encoding'].includes(name))
  return new Response([204, 205, 304].includes(status) ? null : text, {
    status,
    headers: kept.map(([name, value]): [string, string] => [name, value]),
  })
}

function distort(answer: RecordedAnswer, { at, text, ...others }: Distortion): RecordedAnswer {
  const { status = answer.status, location } = others
  const headers =
    location === undefined ? answer.headers : [...answer.headers, ['location', location] as const]
  const json = at.path === '' ? undefined : jsonIn(answer.text)
  return { status, headers, text: json === undefined ? text : JSON.stringify(replaced(json, at.path, text)) }
}

function jsonIn(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const stepOf = (value: object, name: string) => (Array.isArray(value) ? '*' : name)
const joined = (path: string, step: string) => (path === '' ? step : `${path}.${step}`)

function textPaths(value: unknown, path: string): string[] {
  if (typeof value === 'string') return [path]
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => textPaths(inner, joined(path, stepOf(value, name))))
}

function replaced(value: unknown, path: string, text: string, at = ''): unknown {
  if (typeof value === 'string') return at === path ? text : value
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, replaced(inner, path, text, joined(at, stepOf(value, name)))] as const,
  )
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
