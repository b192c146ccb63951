import { expect, it } from 'vitest'
import { causeOf } from '#contract/cause'
import { causeFor } from '#server/domain/books/cause-view.rules'

const said = causeOf('client_says', { client: 'Seedbox', text: 'No space left on /mnt/books' })

it('Administrators see why a fulfilment failed, others nothing of download clients', () => {
  expect(causeFor(said, true)).toBe(said)
  expect(causeFor(said, false)).toEqual(causeOf('download_failed'))
})

it('Nor is that shown as a part of another cause', () => {
  const other = causeOf('grab_delayed')
  const refused = { ...causeOf('grabs_refused', { n: 2 }), causes: [said, other] }
  expect(causeFor(refused, true)).toBe(refused)
  expect(causeFor(refused, false)).toEqual({ ...refused, causes: [causeOf('download_failed'), other] })
  const harmless = { ...refused, causes: [other] }
  expect(causeFor(harmless, false)).toBe(harmless)
})
