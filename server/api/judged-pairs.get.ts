import { exportJudgedPairs } from '#contract/judged-pairs'
import { downloadResponse } from '#server/http/download-response'
import { route } from '#server/http/route'

export default route(exportJudgedPairs, async ({ app }) =>
  downloadResponse(await app.fulfilment.judgedPairs.exportLines(), {
    mediaType: 'application/x-ndjson',
    name: 'earmark-judged-releases.jsonl',
  }),
)
