/**
 * Words of the passwords most often found in leaks, French and English, without accents, digits or decoration. A password that
 * is only these words end to end, with whatever digits and signs, is refused.
 */
export const COMMON_PASSWORD_STEMS: readonly string[] = [
  // Access and defaults
  'password passwort motdepasse mdp mot de passe pass passe passw pwd secret azerty qwerty qwertz azertyuiop',
  'qwertyuiop admin administrator administrateur root user utilisateur guest invite login welcome bienvenue',
  'bonjour hello salut coucou letmein ouvretoi sesame access acces changeme changer test testing demo default',
  'master maitre super superman batman spiderman pokemon starwars matrix trustno trust nothing computer',
  'ordinateur internet google facebook youtube whatsapp instagram microsoft windows apple samsung iphone',
  // Money and the counter
  'banque bank banking compte account argent money euro euros credit pret loan conseiller client',
  // Affection and family
  'iloveyou jetaime jtaime amour love lovely loveme mylove monamour moncoeur coeur heart chouchou doudou cheri',
  'cherie bebe baby babygirl princess princesse prince ange angel famille family maman papa mamanpapa mama',
  'enfant enfants fille fils soeur frere mamie papi friend friends ami amis amie copain copine forever toujours',
  'tequiero teamo moi toi nous mon ma mes my me the you is and i a je tu il est et le la les un une',
  // First names of the lists
  'nicolas julien camille marine thomas alexandre alexandra jerome sandrine isabelle stephane celine david',
  'christophe philippe patrick sebastien laurent vincent maxime antoine romain jeremy anthony kevin quentin',
  'clement florian benjamin mathieu matthieu guillaume pierre paul jacques marie jean louis lucas hugo emma lea',
  'chloe manon sarah laura pauline juliette charlotte amelie aurelie emilie audrey melanie virginie nathalie',
  'valerie sophie caroline catherine francois michel daniel michael jessica jennifer ashley amanda jordan',
  'robert charlie andrew joshua matthew thomas george martin nicole samantha hannah daniela carlos',
  // Sport, places, animals, things
  'football foot soccer baseball basketball hockey tennis rugby marseille olympique psg paris lyon bordeaux',
  'toulouse france french espagne italie portugal algerie maroc tunisie london newyork liverpool arsenal',
  'chelsea barcelona realmadrid juventus ferrari mercedes porsche harley yamaha kawasaki mustang corvette',
  'dragon monkey tiger tigre lion eagle shadow panther bear dolphin dauphin chat chien chaton chienne cat dog',
  'licorne unicorn butterfly papillon flower fleur rose soleil sunshine lune moon etoile star summer winter',
  'spring autumn ete hiver printemps automne janvier fevrier mars avril mai juin juillet aout septembre octobre',
  'novembre decembre january february march april june july august september october november december lundi',
  'mardi mercredi jeudi vendredi samedi dimanche monday tuesday friday sunday noel christmas chocolat chocolate',
  'cookie ginger pepper orange banane banana cheese pizza coffee cafe vanille caramel bonbon',
  'music musique guitar guitare metallica nirvana slipknot eminem naruto zelda mario minecraft fortnite',
  'freedom liberte hunter killer gamer soldier ninja samurai knight wizard magic magique merlin phoenix',
  'whatever fuckyou fuck merde putain connard salope caca biteme loser sexy hottie babe darling doudoune',
  'purple violet rouge vert bleu blue green red black noir white blanc silver argente gold dore yellow jaune',
  'password passer passport monmotdepasse motdepass letmeinnow iloveu loulou titi toto tata tutu lolo lulu mimi',
  'jesus christ dieu god blessed faith amen allah bismillah inchallah ramadan',
  'abc abcd abcde aze azer qsd wxc zxc asd asdf qwe qwer qaz wsx edc',
].flatMap((line) => line.split(' '));
