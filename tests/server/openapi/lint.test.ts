import { Ruleset, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { openapiDocument } from '#server/openapi/openapi'

it('The OpenAPI document has no warning of Spectral', async () => {
  const spectral = new Spectral()
  spectral.setRuleset(
    new Ruleset({
      extends: [[oas, 'recommended']],
      // Takes the `default` and `type` of a setting in an example for a schema. Examples have a test of their own.
      rules: { 'oas3-valid-schema-example': 'off' },
    }),
  )
  const warnings = await spectral.run(openapiDocument({ version: '1.2.3', baseUrl: '/' }))
  expect(warnings.map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([])
})
