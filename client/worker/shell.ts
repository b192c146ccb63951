import { pagePolicy } from '#contract/page-policy'
import { isAsset } from './asset.rules'

/** What a build writes into its worker. */
interface Shell {
  /** The page, without what only the server can fill in. */
  html: string
  /** What it loads before it can show anything, below the base path; the first is the script that names the build. */
  files: readonly [string, ...string[]]
}

declare const self: ServiceWorkerGlobalScope
declare const EARMARK_SHELL: Shell

export const { html, files } = EARMARK_SHELL
/** The address of the base path, with a slash at its end. */
export const { scope } = self.registration

/** Several servers may be below one host: each knows its caches by their name. */
const ownCaches = `earmark ${scope} `
const cacheName = ownCaches + files[0]
/** Named by what they hold, so that they are never out of date. */
const lasting = `${scope}assets/`

/** Keeps what the page needs to start: all of it, or nothing. @throws where one is not what was asked for. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName)
  const found = await Promise.all(
    files.map(async (file) => [scope + file, await fetch(scope + file)] as const),
  )
  for (const [address, response] of found) {
    if (!isAsset(response)) throw new TypeError(`What is at ${address} is no file of the page`)
  }
  await Promise.all(found.map(([address, response]) => cache.put(address, response)))
}

/** Removes what other builds have kept. */
export async function dropOthers(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(ownCaches) && name !== cacheName)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** @returns the answer with a file of the page; undefined for what is none, such as answers of the API. */
export function answerFile(event: FetchEvent): Promise<Response> | undefined {
  const { url } = event.request
  if (url.startsWith(lasting)) return answerLasting(event)
  return files.some((file) => url === scope + file) ? answerNewest(event.request) : undefined
}

async function answerLasting(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (isAsset(response)) event.waitUntil(cache.put(request, response.clone()))
  return response
}

async function answerNewest(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(request, { cacheName, ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

/** The page without the server: it holds nothing about anybody, and says itself that there is no connection. */
export function shellResponse(): Response {
  const base = `<base href="${new URL(scope).pathname}">`
  return new Response(html.replace('<head>', `<head>${base}`), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy() },
  })
}
