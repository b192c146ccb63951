import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { createWebHistory } from 'vue-router'
import { fetchEarlySession } from './app/earlySession'
import { provideHttp } from './app/connection'
import { createHttp } from './app/http'
import App from '#client/layout/App.vue'
import { fetchPart } from './app/fetch-part'
import { createTexts } from './app/i18n'
import { followLanguage, pageLanguage } from './app/language'
import { confirmLeave } from './app/confirmLeave'
import { watchUnattended } from './app/live/unattended'
import { followPush } from './app/push'
import { ProblemError } from './app/problem'
import { reloadForProxy } from './app/proxySignIn'
import { createPages } from './app/router'
import { useFailureStore } from './app/failure'
import { useSessionStore } from './app/session'
import { useVersionStore } from './app/version'
import { useUnsavedStore } from '#client/ui/forms/unsaved'
import './styles/main.css'

const app = createApp(App)
const pinia = createPinia()
const http = createHttp({
  fetch: fetchEarlySession(window),
  isUnattended: watchUnattended(window),
  onSignedOut: () => void session.recheck().catch(reportCrash),
  onProxySignIn: () => reloadForProxy({ page: window, unsaved, now: Date.now }),
})
provideHttp(app, http)
app.use(pinia)
// The live stream triggers refetches, also on returning to the tab.
app.use(PiniaColada, { queryOptions: { refetchOnWindowFocus: false, staleTime: 10_000 } })
const texts = createTexts({ language: pageLanguage(), fetchPart })
app.use(texts)

const session = useSessionStore(pinia)
const failure = useFailureStore(pinia)
const unsaved = useUnsavedStore(pinia)
const router = createPages({ history: createWebHistory(), session, load: texts.load })
confirmLeave({ router, unsaved, window })
app.use(router)

app.config.errorHandler = (error) => {
  failure.report(error)
  // Logs the error with its stack to the console, and notifies the page's error listeners.
  window.reportError(error)
}
router.onError(reportMissing)
window.addEventListener('vite:preloadError', (event) => void reportMissing(event.payload))

followLanguage(session, texts.load)
void texts.load(['app']).then(() => app.mount('#app'))
useVersionStore(pinia).start()
followPush(session, http)

/** A call that failed again is told where its answer is needed. */
function reportCrash(error: unknown) {
  if (!(error instanceof ProblemError)) failure.report(error)
}

/** A chunk that fails to load has been replaced by a newer build, unless the server is unreachable. */
async function reportMissing(error: unknown) {
  if (!session.failure && (await session.tryAgain())) failure.report(error)
}
