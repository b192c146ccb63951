import './approval.examples'
import { example } from './example'
import './quotas.examples'
import { getRequestSettings, patchRequestSettings } from './request-settings'

const { quotas } = example(getRequestSettings.answers[200].schema, {})
example(patchRequestSettings.body, { quotas })
