/** The errors of Graph that a send can meet, by code; the magic recipient 56900NNNNNN meets the one of its last digits. */
interface GraphError {
  status: number;
  message: string;
  details?: string;
  /** Comes as a failed status after a 200. */
  late?: true;
}

const ERRORS: Record<number, GraphError> = {
  0: { status: 401, message: 'AuthException' },
  190: { status: 401, message: 'Invalid OAuth access token - Cannot parse access token' },
  3: { status: 403, message: 'API Method' },
  10: { status: 403, message: 'Permission denied' },
  200: { status: 403, message: 'API permission' },
  4: { status: 429, message: 'Application request limit reached' },
  17: { status: 429, message: 'User request limit reached' },
  80007: { status: 429, message: 'Rate limit issues' },
  1: { status: 500, message: 'An unknown error occurred' },
  2: { status: 503, message: 'Service temporarily unavailable' },
  131000: { status: 500, message: 'Something went wrong' },
  131016: { status: 500, message: 'Service unavailable' },
  133004: { status: 503, message: 'Server temporarily unavailable' },
  33: { status: 400, message: 'Parameter value is not valid' },
  100: { status: 400, message: 'Invalid parameter' },
  131008: { status: 400, message: 'Required parameter is missing' },
  131009: { status: 400, message: 'Parameter value is not valid' },
  130429: { status: 429, message: 'Rate limit hit' },
  131056: { status: 429, message: '(Business Account, Consumer Account) pair rate limit hit' },
  131048: { status: 429, message: 'Spam rate limit hit' },
  131026: { status: 400, message: 'Message undeliverable', late: true, details: 'Message Undeliverable.' },
  131047: {
    status: 400,
    message: 'Re-engagement message',
    late: true,
    details: 'Message failed to send because more than 24 hours have passed since the customer last replied.',
  },
  131049: { status: 400, message: 'Meta chose not to deliver', late: true },
  131050: { status: 400, message: 'User stopped marketing messages', late: true },
  131021: { status: 400, message: 'Recipient cannot be sender' },
  131051: { status: 400, message: 'Unsupported message type' },
  131052: { status: 400, message: 'Media download error', late: true },
  131053: { status: 400, message: 'Media upload error', late: true },
  131031: { status: 403, message: 'Business account locked' },
  368: { status: 403, message: 'Temporarily blocked for policies violations' },
  130497: { status: 403, message: 'Business account is restricted from messaging users in this country' },
  131042: { status: 400, message: 'Business eligibility payment issue', late: true },
  132000: { status: 400, message: 'Template Param Count Mismatch' },
  132001: { status: 404, message: 'Template does not exist in the translation' },
  132005: { status: 400, message: 'Template Hydrated Text Too Long' },
  132007: { status: 400, message: 'Template Format Character Policy Violated' },
  132012: { status: 400, message: 'Template Parameter Format Mismatch' },
  132015: { status: 400, message: 'Template is Paused' },
  132016: { status: 400, message: 'Template is Disabled' },
  133010: { status: 400, message: 'Phone number not registered' },
  131045: { status: 500, message: 'Incorrect certificate' },
  130472: { status: 400, message: "User's number is part of an experiment", late: true },
};

/** The code that a recipient asks for; null: an ordinary one. */
export function magicCode(to: string): number | null {
  const match = /^56900(\d{6})$/.exec(to);
  const code = match ? Number(match[1]) : Number.NaN;
  return code in ERRORS ? code : null;
}

/** Whether the error comes later, as a status. */
export const comesLate = (code: number): boolean => ERRORS[code]?.late === true;

/** Status and body of an error. */
export function graphError(code: number, details?: string): { status: number; body: object } {
  const {
    status,
    message,
    details: usual,
  } = ERRORS[code] ?? { status: 400, message: 'Unknown', details: undefined };
  const said = details ?? usual;
  return {
    status,
    body: {
      error: {
        message: `(#${code}) ${message}`,
        type: 'OAuthException',
        code,
        fbtrace_id: 'playground',
        ...(said ? { error_data: { messaging_product: 'whatsapp', details: said } } : {}),
      },
    },
  };
}

/** The same as a failed status carries it. */
export function statusError(code: number, details?: string): object {
  const { message, details: usual } = ERRORS[code] ?? { message: 'Unknown', details: undefined };
  const said = details ?? usual;
  return { code, title: message, message, ...(said ? { error_data: { details: said } } : {}) };
}
