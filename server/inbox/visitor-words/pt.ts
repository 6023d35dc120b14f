/** What the server says to visitors, in the Portuguese of Brazil. */
import type { Moment } from '../../../contract/calendar/opening-text.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { VisitorWords } from './es.ts';

const WEEKDAYS = [
  'no domingo',
  'na segunda-feira',
  'na terça-feira',
  'na quarta-feira',
  'na quinta-feira',
  'na sexta-feira',
  'no sábado',
];
const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];

/** 'hoje às 15:00', 'na segunda-feira às 9:00', 'em 2 de janeiro à 1:00'. */
function moment({ ahead, weekday, day, month, minute }: Moment): string {
  const hour = Math.floor(minute / 60) % 24;
  const time = `${hour === 1 ? 'à' : 'às'} ${hour}:${String(minute % 60).padStart(2, '0')}`;
  if (ahead === 0) return `hoje ${time}`;
  if (ahead === 1) return `amanhã ${time}`;
  return ahead < 7 ? `${WEEKDAYS[weekday]} ${time}` : `em ${day} de ${MONTHS[month]} ${time}`;
}

export const pt: VisitorWords = {
  errors: {
    bad_request: 'A solicitação não tem o formato esperado.',
    unauthorized: 'Sua sessão terminou. Abra o chat novamente.',
    second_factor: 'Sua sessão terminou. Abra o chat novamente.',
    forbidden: 'Você não tem permissão para fazer isso.',
    not_found: 'Não encontramos o que você procura.',
    too_slow: 'A solicitação demorou demais para chegar. Tente novamente.',
    conflict: 'A conversa mudou nesse meio-tempo.',
    already_taken: 'A conversa mudou nesse meio-tempo.',
    illegal_move: 'A conversa não permite mais esta ação.',
    stale_view: 'A conversa mudou nesse meio-tempo.',
    too_large: 'O conteúdo é maior do que o permitido.',
    unsupported_type: 'Este tipo de arquivo não é permitido.',
    rule: 'Algum dos dados não é válido.',
    too_many: 'Muitas tentativas. Aguarde um momento e tente novamente.',
    server: 'Algo deu errado no servidor. Tente novamente.',
    unavailable: 'O serviço não está disponível. Tente novamente em alguns segundos.',
  },
  refusals: {
    noChat: 'Este chat não existe ou o código de incorporação não é válido.',
    off: 'Este chat não está disponível no momento.',
    gone: 'Este chat não está mais disponível.',
    notConfirmed: 'Este chat ainda não atende: falta confirmar o e-mail da conta.',
    identity: 'A assinatura da identidade não é válida para este chatbot.',
    identityExpired: 'A assinatura da identidade expirou.',
    chatFull: 'Há pessoas demais neste chat. Tente novamente em alguns segundos.',
    crowded: 'Muitas pessoas estão escrevendo agora. Tente novamente em alguns segundos.',
    tooLong: `A mensagem é longa demais: o máximo são ${LIMITS.messageText.toLocaleString('pt-BR')} caracteres.`,
    nothingWritten: 'Escreva uma mensagem antes de enviar.',
    buttonGone: 'Essa opção não está mais disponível.',
    fileGone: 'Um dos arquivos não está disponível. Anexe-o novamente.',
    noConversation: 'Não encontramos essa conversa.',
    rateLater: 'Você poderá avaliar quando a conversa terminar.',
    rated: 'Você já avaliou esta conversa. Obrigado!',
    email: 'O e-mail não é válido.',
    phone: 'O telefone não é válido.',
    emailInvalid: 'Informe um e-mail válido.',
    phoneInvalid: 'Informe um telefone válido, por exemplo +56 9 1234 5678.',
    nameMissing: 'Escreva seu nome.',
    reachMissing: 'Escreva seu e-mail ou seu telefone.',
    messageMissing: 'Escreva sua mensagem.',
    attending: 'Já estamos atendendo: escreva sua mensagem no chat.',
  },
  nobody: 'Não há ninguém conectado agora. Responderemos por aqui.',
  away: 'Não há ninguém conectado agora. Responderemos por aqui assim que alguém voltar.',
  moment,
  closed: (opens) => `Estamos fora do horário de atendimento. Voltamos ${opens} e responderemos por aqui.`,
  wait({ unit, count }) {
    if (unit === 'hours') return count === 1 ? 'cerca de uma hora' : `cerca de ${count} horas`;
    return count === 0 ? 'menos de um minuto' : `cerca de ${count} minutos`;
  },
  usually: (usual, days) =>
    `Não há ninguém conectado agora. Nos últimos ${days} dias, costumamos responder em ${usual}.`,
};
