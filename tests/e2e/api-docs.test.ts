import { describe, it } from 'vitest'
import { ADMINISTRATOR } from './support/people'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')

describe.each(BOTH)('the pages about the API at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('lead to an operation and call this server, and load nothing from elsewhere', async () => {
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    // The pages render only the visible part of such a long list; a link to an operation scrolls to it.
    await goTo('docs#/users/getOwnUser')
    await appears(page.getByRole('heading', { name: /^Earmark/ }))
    const operation = page.locator('#operations-users-getOwnUser')
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    await appears(
      operation.locator('.live-responses-table').getByText(`"username": "${ADMINISTRATOR.username}"`),
    )
  })
})
