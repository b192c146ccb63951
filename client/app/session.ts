import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { InitBody, SessionDto } from '#contract/auth'
import { useHttp } from './connection'

/** How this server is set up and who is signed in, as the server last said. */
export const useSessionStore = defineStore('session', () => {
  const http = useHttp()
  const session = shallowRef<SessionDto | null>(null)
  /** Why the very first answer did not come; null when it did. */
  const failure = ref<unknown>(null)
  let loading: Promise<SessionDto> | null = null

  const user = computed(() => session.value?.user ?? null)
  const isAdmin = computed(() => user.value?.role === 'admin')

  /** Asks the server again; calls at the same time share one answer. */
  function load(): Promise<SessionDto> {
    loading ??= http
      .call('getSession')
      .then((answer) => {
        session.value = answer
        failure.value = null
        return answer
      })
      .finally(() => {
        loading = null
      })
    return loading
  }

  /** The state to decide by: asked for once, then kept. Throws when the server cannot be asked. */
  async function ready(): Promise<SessionDto> {
    try {
      return session.value ?? (await load())
    } catch (error) {
      failure.value = error
      throw error
    }
  }

  /** Asks again after a first failure. @returns whether there is an answer now */
  async function tryAgain(): Promise<boolean> {
    try {
      await load()
    } catch (error) {
      failure.value = error
    }
    return failure.value === null
  }

  /** A call was refused for want of a sign-in: look who the server thinks is asking. */
  async function recheck(): Promise<void> {
    if (session.value?.user) await load()
  }

  async function signIn(username: string, password: string): Promise<void> {
    await http.call('login', { body: { username, password } })
    await load()
  }

  /** @returns the page that was wanted */
  async function takeOver(password: string): Promise<string> {
    const { redirect_to } = await http.call('takeOverAccount', { body: { password } })
    await load()
    return redirect_to
  }

  /** @returns where to go next, a path or another server's address */
  async function signOut(): Promise<string> {
    const { redirect_to } = await http.call('logout')
    if (session.value) session.value = { ...session.value, user: null }
    return redirect_to
  }

  async function setUp(body: InitBody): Promise<SessionDto> {
    await http.call('init', { body })
    return load()
  }

  return { session, user, isAdmin, failure, load, ready, tryAgain, recheck, signIn, takeOver, signOut, setUp }
})
