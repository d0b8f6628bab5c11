import type { Comments } from '../testimonials.ts';

const comments: Comments = {
  1: "Mhínigh an comhairleoir an ráta céatadánach bliantúil dom líne ar líne. D'ísligh mé an méid tar éis labhairt léi, agus níl aon aiféala orm.",
  2: "B'éigean dom cruthúnas seolta eile a chur isteach mar go raibh mo cheannsa róshean. Ina dhiaidh sin, bhí gach céim le feiceáil i mo limistéar custaiméara.",
  3: 'Níor chuir aon duine brú orm síniú. Choinnigh mé an tairiscint deich lá agus chuir mé i gcomparáid le dhá cheann eile í sula ndearna mé cinneadh.',
  4: 'Freagraíonn an sceideal aisíocaíochta do na méideanna a bhaintear as mo chuntas, go dtí an cent. Ba mhaith liom an dáta íoctha a roghnú mé féin.',
  5: 'Chuir an doiciméad costas mo thrí iasacht i gcomparáid le costas an chomhdhlúthaithe. Bhí a fhios agam cé mhéad breise a bheinn ag íoc nuair a roghnaigh mé.',
  6: "Diúltaíodh do m'iarratas. Bhí an chúis soiléir, ach b'fhearr liom í a chloisteáil ar an nguthán ná i dteachtaireacht.",
  7: "D'aisíoc mé leath m'iasachta go luath, gan aon táille. Fuair mé an sceideal nua díreach ina dhiaidh sin.",
  8: 'Tugann an t-insamhlóir an costas iomlán agus ní hamháin an tráthchuid. Sin an fáth ar roghnaigh mé téarma níos giorra.',
  9: "Tar éis dom mo phost a chailleadh, ghlaoigh mé sular chaill mé an chéad tráthchuid. D'aimsíomar bealach le chéile chun tráthchodanna a chur siar.",
  10: 'Tá an fhoireann dáiríre agus freagraíonn sí ceisteanna. Ach toisc gur féinfhostaithe mé, bhí go leor teachtaireachtaí de dhíth ar mo chomhad.',
};

export default comments;
