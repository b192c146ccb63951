import { createApp as createH3App, createRouter, type EventHandler } from 'h3'
import type { App } from '#server/app'
import { createGateway } from '#server/http/gateway'
import { createPage } from '#server/http/page'

type RouteFiles = Record<string, { default: EventHandler }>

/** Every route file that the build finds. */
export const apiFiles: RouteFiles = import.meta.glob('/server/api/**/*.ts', { eager: true })
const pageFiles: RouteFiles = import.meta.glob('/server/routes/**/*.ts', { eager: true })

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
    .replaceAll('[...]', '**')
    .replaceAll(/\[(\w+)\]/g, ':$1')
  return { path: path || '/', ...(method && { method }) }
}

/** Mounts the route files on a new h3 application, behind the real gateway. */
export function mountRoutes(app: App) {
  const page = createPage(
    () => Promise.resolve('<!doctype html><html><head><script src="./main.js"></script></head></html>'),
    app.config.baseUrl,
  )
  const router = createRouter({ preemptive: true })
  for (const [file, { default: handler }] of Object.entries({ ...apiFiles, ...pageFiles })) {
    const { path, method } = urlOfFile(file)
    router.use(path, handler, method)
  }
  const h3App = createH3App().use(router)
  h3App.handler = createGateway({ inside: h3App.handler, app, page })
  return h3App
}
