import { inject, type App, type InjectionKey } from 'vue'
import type { Http } from './http'

const HTTP: InjectionKey<Http> = Symbol('http')

/** Makes the fetcher available to every component, store and query of the app. */
export function provideHttp(app: App, http: Http) {
  app.provide(HTTP, http)
}

/** The app's fetcher; call it where `inject` works: in setups, stores and query options. */
export function useHttp(): Http {
  const http = inject(HTTP)
  if (!http) throw new Error('No fetcher was provided to this app')
  return http
}
