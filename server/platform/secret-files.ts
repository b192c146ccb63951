import { readFileSync } from 'node:fs'
import { ConfigError } from './config'
import { SECRETS } from './unknown-variables'

/**
 * Reads secrets from the files that variables ending in `_FILE` name, as Docker and Kubernetes provide them.
 * @returns the environment with those secrets as variables.
 * @throws ConfigError if a file cannot be read, or a secret is given twice.
 */
export function withSecretFiles(
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const secrets = SECRETS.flatMap((name) => {
    const path = environment[`${name}_FILE`]?.trim()
    if (path === undefined || path === '') return []
    if (environment[name]) throw new ConfigError(`Both ${name} and ${name}_FILE are set. Remove one of them.`)
    return [[name, secretIn(path, `${name}_FILE`)] as const]
  })
  return { ...environment, ...Object.fromEntries(secrets) }
}

function secretIn(path: string, variable: string): string {
  try {
    // Editors end the last line.
    return readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .replace(/\r?\n$/, '')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`The file that ${variable} names cannot be read: ${why}`)
  }
}
