import { example } from './example'
import { getOwnQuota, roleQuotasSchema } from './quotas'

const quota = { requests: 5, days: 7 }
example(roleQuotasSchema, { untrusted: quota })
example(getOwnQuota.answers[200].schema, { quota, left: 2, next_at: '2026-11-21T09:30:00.000Z' })
