import { expect, it } from 'vitest'
import { networkOf } from '#server/domain/auth/drivers/networks'
import { digest } from '#server/domain/auth/drivers/tokens'
import { ATTEMPT_LIFETIME, ATTEMPTS_PER_NETWORK, createAttempts } from '#server/domain/oidc/attempts'
import { createAttemptsRepository } from '#server/domain/oidc/attempts.repository'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'
import { createTestClock } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'

const pending = (state: string) => ({
  endpoint: 'https://id.example',
  next: '/',
  redirectUri: 'https://books.example/auth/oidc',
  state,
  nonce: 'n',
  codeVerifier: 'v',
})

onEachDatabase('sign-ins in progress', (database) => {
  function start() {
    const clock = createTestClock()
    const instance = () =>
      createAttempts({
        repository: createAttemptsRepository({ database: database() }),
        secretBox: createSecretBox('a secret key for tests only'),
        digest,
        networkOf,
        clock: clock.now,
      })
    return { clock, instances: [instance(), instance()] as const }
  }
  const count = () => database().read.$count(database().tables.oidcAttempts)

  it('are completed by only one of several concurrent attempts, on several instances', async () => {
    const { instances } = start()
    for (let round = 0; round < 5; round++) {
      const state = `state ${round}`
      await instances[0].keepSignIn('browser', pending(state), '203.0.113.7')
      const taken = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((each) => instances[each % 2 === 0 ? 0 : 1].takeSignIn('browser', state)),
      )
      expect(taken.filter((one) => one !== undefined)).toEqual([pending(state)])
    }
    expect(await count()).toBe(0)
  })

  it('are completed by the browser that began them, even if another one tries at the same moment', async () => {
    const { instances } = start()
    await instances[0].keepSignIn('browser', pending('state'), '203.0.113.7')
    const [other, own, another] = await Promise.all([
      instances[0].takeSignIn('other browser', 'state'),
      instances[1].takeSignIn('browser', 'state'),
      instances[0].takeSignIn('other browser', 'state'),
    ])
    expect([other, own, another]).toEqual([undefined, pending('state'), undefined])
  })

  it('are dropped, oldest first, if one network begins very many', async () => {
    const { clock, instances } = start()
    const [attempts] = instances
    await attempts.keepSignIn('neighbour', pending('neighbour'), '2001:db8:1:3::1')
    await attempts.keepTakeover('browser', {
      ...{ endpoint: 'https://id.example', next: '/', issuer: 'https://id.example', subject: 's' },
      ...{ userId: 'u', username: 'Rosa', idToken: 't', of: 'account' as const },
    })
    for (let number = 0; number <= ATTEMPTS_PER_NETWORK + 1; number++) {
      clock.pass(1)
      await attempts.keepSignIn('browser', pending(`state ${number}`), `2001:db8:1:2::${number}`)
    }
    expect(await count()).toBe(ATTEMPTS_PER_NETWORK + 2)
    expect(await attempts.takeSignIn('browser', 'state 1')).toBeUndefined()
    expect(await attempts.takeSignIn('browser', 'state 2')).toBeDefined()
    expect(await attempts.takeSignIn('browser', `state ${ATTEMPTS_PER_NETWORK + 1}`)).toBeDefined()
    expect(await attempts.takeSignIn('neighbour', 'neighbour')).toBeDefined()
    expect(await attempts.takeTakeover('browser')).toBeDefined()
  })

  it('are removed once they have expired', async () => {
    const { clock, instances } = start()
    await instances[0].keepSignIn('browser', pending('one'), '203.0.113.7')
    clock.pass(ATTEMPT_LIFETIME)
    expect(await instances[0].takeSignIn('browser', 'one')).toBeUndefined()
    await instances[0].keepSignIn('browser', pending('other'), '')
    expect(await count()).toBe(1)
  })
})
