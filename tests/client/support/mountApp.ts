import { PiniaColada } from '@pinia/colada'
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { vi } from 'vitest'
import { h } from 'vue'
import type { App, Component } from 'vue'
import { createMemoryHistory, RouterView } from 'vue-router'
import type { CompiledMessages } from '#client/app/i18n'
import { provideHttp } from '#client/app/connection'
import { createHttp } from '#client/app/http'
import { confirmLeave } from '#client/app/confirmLeave'
import { createPages } from '#client/app/router'
import { useSessionStore } from '#client/app/session'
import { useUnsavedStore } from '#client/ui/forms/unsaved'
import type { FakeServer } from './fakeServer'
import { json } from './fakeServer'
import { aSession } from './samples'
import { createEnglish } from './texts'

interface MountOptions {
  server: FakeServer
  /** The page's path, below the base path. */
  at?: string
  /** The component to mount; by default the page at that path. */
  component?: Component
  props?: Record<string, unknown>
  /** Replacements for English texts. */
  texts?: CompiledMessages
}

/** Mounts a part of the app with its plugins, connected to a fake server. */
export async function mountApp(options: MountOptions) {
  const { server, at = '/search', component = RouterView, props = {} } = options
  server.answers['GET /api/session'] ??= () => json(aSession())
  const pinia = createPinia()
  const history = createMemoryHistory()
  history.replace(at)
  const session = () => useSessionStore(pinia)
  const http = createHttp({
    fetch: server.fetch,
    isUnattended: () => false,
    onSignedOut: () => void session().recheck(),
    onProxySignIn() {},
  })
  const texts = createEnglish(options.texts)
  const router = createPages({ history, session: { ready: () => session().ready() }, load: texts.load })

  const unsaved = useUnsavedStore(pinia)
  confirmLeave({ router, unsaved, window })

  const parts = {
    install(app: App) {
      provideHttp(app, http)
      app.use(pinia)
      app.use(PiniaColada, {
        queryOptions: { refetchOnWindowFocus: false, gcTime: false },
        mutationOptions: { gcTime: false },
      })
      app.use(texts)
      app.use(router)
    },
  }
  const wrapper = mount(() => h(component, props), {
    attachTo: document.body,
    global: { plugins: [parts] },
  })
  await router.isReady()
  await settle()
  return { wrapper, router, session: session(), unsaved }
}

/** Waits for everything in progress: responses, lazily loaded pages, and the rendering after them. */
export async function settle(): Promise<void> {
  await flushPromises()
  await vi.dynamicImportSettled()
  await new Promise((resolve) => setTimeout(resolve))
  await flushPromises()
}

/** Runs a composable inside an app. */
export async function inApp<T>(use: () => T, options: Omit<MountOptions, 'component' | 'props'>) {
  const results: T[] = []
  const component: Component = {
    setup() {
      results.push(use())
      return () => null
    },
  }
  const mounted = await mountApp({ ...options, component })
  const [result] = results
  if (result === undefined) throw new Error('The composable returned nothing')
  return { ...mounted, result }
}
