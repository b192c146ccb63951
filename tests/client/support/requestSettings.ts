import type { RequestSettingsDto } from '#contract/request-settings'

/** The defaults, until an administrator changes them. */
export function aRequestSettings(settings: Partial<RequestSettingsDto> = {}): RequestSettingsDto {
  return {
    quotas: { untrusted: null, trusted: null },
    approval: { roles: { untrusted: false, trusted: true }, rules: [] },
    ...settings,
  }
}
