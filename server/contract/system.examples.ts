import { example } from './example'
import { proxyNotice } from './notices'
import { getEvents, getHealth, noticeSchema } from './system'

example(getHealth.answers[200].schema, { version: '0.1.0' })
example(getEvents.answers[200].schema, { asin: 'B0EXAMPLE1' })
example(noticeSchema, proxyNotice('172.18.0.1'))
