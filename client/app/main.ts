import { PiniaColada } from '@pinia/colada'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { createWebHistory } from 'vue-router'
import { fetchBegun } from './begun'
import { provideHttp } from './connection'
import { createHttp } from './http'
import App from './App.vue'
import { fetchPart } from './fetch-part'
import { createTexts } from './i18n'
import { followLanguage, pageLanguage } from './language'
import { askBeforeLeaving } from './leaving'
import { watchAttendance } from './live/attendance'
import { followPush } from './push'
import { createPages } from './router'
import { useFailureStore } from './failure'
import { useSessionStore } from './session'
import { useVersionStore } from './version'
import { useUnsavedStore } from '#client/ui/forms/unsaved'
import '../styles/main.css'

const app = createApp(App)
const pinia = createPinia()
const http = createHttp({
  fetch: fetchBegun(window),
  isLeftAlone: watchAttendance(window),
  onSignedOut: () => void session.recheck().catch(failure.report),
})
provideHttp(app, http)
app.use(pinia)
// The live stream triggers refetches, also on returning to the tab.
app.use(PiniaColada, { queryOptions: { refetchOnWindowFocus: false, staleTime: 10_000 } })
const texts = createTexts({ language: pageLanguage(), fetchPart })
app.use(texts)

const session = useSessionStore(pinia)
const failure = useFailureStore(pinia)
const router = createPages({ history: createWebHistory(), session, load: texts.load })
askBeforeLeaving({ router, unsaved: useUnsavedStore(pinia), window })
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

/** A chunk that fails to load has been replaced by a newer build, unless the server is unreachable. */
async function reportMissing(error: unknown) {
  if (!session.failure && (await session.tryAgain())) failure.report(error)
}
