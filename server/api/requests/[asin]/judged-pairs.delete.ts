import { withdrawJudgedPair } from '#contract/judged-pairs'
import { route } from '#server/http/route'

export default route(withdrawJudgedPair, ({ app, user, params, body }) =>
  app.fulfilment.judgedPairs.withdraw(user, params.asin, { guid: body.guid, indexerId: body.indexer_id }),
)
