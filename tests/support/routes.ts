import { createApp as createH3App, createRouter, type EventHandler } from 'h3'
import { answerNotFound } from '#server/http/not-found'
import { sendProblem } from '#server/http/problem'
import { receive } from '#server/http/receive'
import { createPage } from '#server/http/page'
import type { App } from '#server/app'

type RouteFiles = Record<string, { default: EventHandler }>

/** Every route and middleware file, as the build finds them. */
export const apiFiles: RouteFiles = import.meta.glob('/server/api/**/*.ts', { eager: true })
const pageFiles: RouteFiles = import.meta.glob('/server/routes/**/*.ts', { eager: true })
const middlewareFiles: RouteFiles = import.meta.glob('/server/middleware/**/*.ts', { eager: true })

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** URL and verb of a route file: `/server/api/users/[name].get.ts` is GET /api/users/:name. */
export function urlOfFile(file: string): { path: string; method?: (typeof METHODS)[number] } {
  let path = file
    .replace(/^\/server/, '')
    .replace(/^\/routes/, '')
    .replace(/\.ts$/, '')
  const method = METHODS.find((name) => path.endsWith(`.${name}`))
  if (method) path = path.slice(0, -method.length - 1)
  path = path
    .replace(/\/index$/, '')
    .replaceAll(/\[\.\.\.(\w*)\]/g, '**:$1')
    .replaceAll(/\[(\w+)\]/g, ':$1')
  return { path: path || '/', ...(method && { method }) }
}

/** Mounts the route files on a fresh h3 application, in the order and with the hooks of the real server. */
export function mountRoutes(app: App) {
  const page = createPage(
    () => Promise.resolve('<!doctype html><html><head><script src="./main.js"></script></head></html>'),
    app.config.baseUrl,
  )
  const h3App = createH3App({
    onRequest(event) {
      receive(event, app)
      event.context.page = page
    },
    onError: (error, event) => sendProblem(event, error),
  })
  for (const name of Object.keys(middlewareFiles).toSorted()) {
    const handler = middlewareFiles[name]?.default
    if (handler) h3App.use(handler)
  }
  const router = createRouter()
  for (const [file, { default: handler }] of Object.entries({ ...apiFiles, ...pageFiles })) {
    const { path, method } = urlOfFile(file)
    router.use(path, handler, method)
  }
  h3App.use(app.config.baseUrl, router.handler)
  h3App.use((event) => answerNotFound(event))
  return h3App
}
