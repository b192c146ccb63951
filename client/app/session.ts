import { defineStore } from 'pinia'
import { computed, ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { InitBody, SessionDto } from '#contract/auth'
import { useHttp } from './connection'
import type { Http } from './http'
import { COOKIE_DROPPED, ProblemError } from './problem'
import { leavePush } from './push'

interface Context {
  http: Http
  session: ShallowRef<SessionDto | null>
  /** Why the first request failed; null if it did not. */
  failure: Ref<unknown>
  /** The request in progress. */
  loading: Promise<SessionDto> | null
}

/** How this server is set up and who is signed in, as last reported by the server. */
export const useSessionStore = defineStore('session', () => {
  const context: Context = { http: useHttp(), session: shallowRef(null), failure: ref(null), loading: null }
  const { session, failure } = context
  const user = computed(() => session.value?.user ?? null)

  return {
    session,
    failure,
    user,
    isAdmin: computed(() => user.value?.role === 'admin'),
    load: () => load(context),
    ready: () => ready(context),
    tryAgain: () => tryAgain(context),
    /** After a call that was refused with a 401, asks the server who is signed in. */
    async recheck() {
      if (user.value) await load(context)
    },
    /** After a change: the response to a request in progress may predate it. */
    async refresh() {
      await context.loading?.catch(() => undefined)
      if (user.value) await load(context)
    },
    ...signingIn(context),
  }
})

/** Asks the server again; concurrent calls share one request. */
function load(context: Context): Promise<SessionDto> {
  context.loading ??= context.http
    .call('getSession')
    .then((answer) => {
      context.session.value = answer
      context.failure.value = null
      return answer
    })
    .finally(() => {
      context.loading = null
    })
  return context.loading
}

/** The session, for the router's use: fetched once, then cached. Throws if the server is unreachable. */
async function ready(context: Context): Promise<SessionDto> {
  try {
    return context.session.value ?? (await load(context))
  } catch (error) {
    context.failure.value = error
    throw error
  }
}

/** Retries after a first failure. @returns whether the session is known now */
async function tryAgain(context: Context): Promise<boolean> {
  try {
    await load(context)
  } catch (error) {
    context.failure.value = error
  }
  return context.failure.value === null
}

/**
 * Loads the session after a sign-in.
 * @throws ProblemError `cookie_dropped` if there is none: browsers drop a cookie without telling the page.
 */
async function loadSignedIn(context: Context): Promise<void> {
  const { user } = await load(context)
  if (!user) throw new ProblemError({ code: COOKIE_DROPPED, status: 0, detail: COOKIE_DROPPED })
}

/** Signing in and out. */
function signingIn(context: Context) {
  const { http, session } = context
  return {
    async signIn(username: string, password: string) {
      await http.call('login', { body: { username, password } })
      await loadSignedIn(context)
    },
    /** @returns the requested page */
    async takeOver(password: string) {
      const { redirect_to } = await http.call('takeOverAccount', { body: { password } })
      await loadSignedIn(context)
      return redirect_to
    },
    /** @returns where to go next: a path, or another server's address */
    async signOut() {
      await leavePush(http)
      const { redirect_to } = await http.call('logout')
      if (session.value) session.value = { ...session.value, user: null }
      return redirect_to
    },
    async setUp(body: InitBody) {
      await http.call('init', { body })
      return load(context)
    },
  }
}
