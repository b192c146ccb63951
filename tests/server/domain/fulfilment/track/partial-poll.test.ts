import { expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import { prowlarrFailed } from '#server/domain/integrations/drivers/prowlarr.errors'
import { onEachDatabase } from '#tests/support/databases'
import { standingClock } from '#tests/support/records'
import { fulfilmentOver, handDriven, offer } from '#tests/server/domain/fulfilment/fulfilment.fixture'
import { HASH, handDrivenClient } from './client.fixture'

onEachDatabase('a download client that fails at one question', (database) => {
  it('is believed in what it has answered', async () => {
    const clock = standingClock()
    const driven = handDriven()
    const client = handDrivenClient()
    const cause = causeOf('forbidden', { service: 'Seedbox', status: 403 })
    const others = () => Promise.reject(prowlarrFailed(cause))
    const clients = [{ ...client.open, client: { ...client.open.client, others } }]
    const server = fulfilmentOver(database(), { clock, driven, clients })
    await server.settings.patch({ auto_download: true })
    const found = [offer({ guid: 'known', info_hash: HASH }), offer({ guid: 'sought' })]
    driven.behaviour.search = async () => found.splice(0, 1)
    await server.want()
    await server.run()
    await server.want({ asin: 'B000000002' })
    await server.run()
    client.show()
    await server.tracking.pollDue()
    expect(await server.standing()).toMatchObject({ state: 'downloading' })
    expect(await server.standing('B000000002')).toMatchObject({ state: 'grabbed' })
    expect(server.noted.at(-1)).toMatchObject(['one', { cause: { code: 'forbidden' } }])
  })
})
