import { storageNotice } from '#contract/notices'
import type { NoticeDto } from '#contract/system'
import type { App } from '#server/app'
import { databaseFailure } from '#server/db/failures'

/** What an administrator should fix, the most urgent first. */
export async function systemNotices(app: App): Promise<NoticeDto[]> {
  const others = await storedNotices(app).catch((error: unknown) => {
    // In a damaged file, the rows that the others are about may be unreadable; that is a notice itself.
    if (databaseFailure(error) !== undefined && app.database.trouble() !== null) return []
    throw error
  })
  const trouble = app.database.trouble()
  const storage = trouble ? [storageNotice(trouble.failure, trouble.path)] : []
  return [...storage, ...app.untrustedProxies.notices(), ...others]
}

async function storedNotices({ integrations, fulfilment }: App): Promise<NoticeDto[]> {
  return [...(await integrations.notices()), ...(await fulfilment.waits.notices())]
}
