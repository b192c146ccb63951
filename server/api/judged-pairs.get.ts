import { exportJudgedPairs } from '#contract/judged-pairs'
import { downloadBody } from '#server/http/download-body'
import { route } from '#server/http/route'

export default route(exportJudgedPairs, ({ app, event }) =>
  downloadBody(event, app.fulfilment.judgedPairs.exportLines(), {
    mediaType: 'application/x-ndjson',
    name: 'earmark-judged-releases.jsonl',
  }),
)
