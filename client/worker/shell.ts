import { pagePolicy } from '#contract/page-policy'
import { isAsset } from './asset.rules'

/** What a build inlines into its worker. */
interface Shell {
  /** The page, without the parts that only the server can fill in. */
  html: string
  /**
   * The files it needs before it can show anything, under the base path; the first is the script that identifies the
   * build.
   */
  files: readonly [string, ...string[]]
}

declare const self: ServiceWorkerGlobalScope
declare const EARMARK_SHELL: Shell

// The build replaces the name once.
const { html, files } = EARMARK_SHELL
export { files }
/** The address of the base path, with a trailing slash. */
export const { scope } = self.registration

/** A host may serve several servers under different paths, so cache names include the path. */
const ownCaches = `earmark ${scope} `
const cacheName = ownCaches + files[0]
/** Named by their contents, so never outdated. */
const lasting = `${scope}assets/`

/** Caches what the page needs to start: all or nothing. @throws if one is not the requested file. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName)
  const found = await Promise.all(
    files.map(async (file) => [scope + file, await fetch(scope + file)] as const),
  )
  for (const [address, response] of found) {
    if (!isAsset(response)) throw new TypeError(`The response for ${address} is not a file of the page`)
  }
  await Promise.all(found.map(([address, response]) => cache.put(address, response)))
}

/** Deletes the caches of other builds. */
export async function dropOthers(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(ownCaches) && name !== cacheName)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** @returns the response for a file of the page; undefined for anything else, such as API calls. */
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

/** The page without the server: it contains no personal data, and says itself that there is no connection. */
export function shellResponse(): Response {
  const base = `<base href="${new URL(scope).pathname}">`
  return new Response(html.replace('<head>', `<head>${base}`), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy() },
  })
}
