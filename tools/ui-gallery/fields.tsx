import { useState } from 'react';
import { Button } from '../../app/ui/button.tsx';
import { Checkbox, RadioCards } from '../../app/ui/choices.tsx';
import { CoinsDrawing } from '../../app/ui/drawings/coins.tsx';
import { TextArea, TextField } from '../../app/ui/field.tsx';
import { FormSummary } from '../../app/ui/form-summary.tsx';
import { AmountField } from '../../app/ui/number-field.tsx';
import { PasswordField } from '../../app/ui/password-field.tsx';
import { RangeSlider } from '../../app/ui/range-slider.tsx';
import { Select } from '../../app/ui/select.tsx';

const fr = new Intl.NumberFormat('fr-FR');
const parse = (text: string) => {
  const digits = text.replace(/\D/g, '');
  return digits ? Number(digits) : null;
};

function Sliders() {
  const [amount, setAmount] = useState(10000);
  const [months, setMonths] = useState(36);
  return (
    <>
      <RangeSlider
        name="amount"
        label="Montant du prêt"
        min={1000}
        max={50000}
        step={500}
        value={amount}
        onChange={setAmount}
        valueText={`${amount} euros`}
        entryLabel="Montant en euros"
        suffix="€"
        format={(value) => fr.format(value)}
        parse={parse}
        unreadable="Saisissez un nombre, par exemple 15 500."
        adjusted={(_typed, taken) => `${taken} est retenu.`}
        minLabel="1 000 €"
        maxLabel="50 000 €"
        decrementLabel="Baisser le montant"
        incrementLabel="Augmenter le montant"
      />
      <RangeSlider
        name="duration"
        label="Durée"
        min={12}
        max={84}
        step={6}
        value={months}
        onChange={setMonths}
        valueText={`${months} mois`}
        entryLabel="Durée en mois"
        suffix="mois"
        format={String}
        parse={parse}
        unreadable="Saisissez un nombre, par exemple 15 500."
        adjusted={(_typed, taken) => `${taken} est retenu.`}
        minLabel="12 mois"
        maxLabel="84 mois"
        decrementLabel="Réduire la durée"
        incrementLabel="Allonger la durée"
      />
    </>
  );
}

function PersonFields() {
  return (
    <>
      <div className="form-row">
        <TextField label="Prénom" name="firstName" required autoComplete="given-name" />
        <TextField label="Nom" name="lastName" required autoComplete="family-name" defaultValue="Moreau" />
      </div>
      <TextField
        id="g-email"
        label="Adresse e-mail"
        name="email"
        type="email"
        required
        hint="Nous y enverrons la confirmation."
        error="Écrivez une adresse comme prenom@exemple.fr"
        defaultValue="camille@"
      />
      <PasswordField
        label="Mot de passe"
        name="password"
        autoComplete="new-password"
        required
        showLabel="Afficher le mot de passe"
        hideLabelText="Masquer le mot de passe"
        defaultValue="correct horse"
        hint="Douze caractères ou plus."
      />
      <TextField
        label="IBAN"
        name="iban"
        defaultValue="FR76 3000 6000 0112 3456 7890 189"
        remark="La clé de contrôle est exacte."
      />
    </>
  );
}

function RequestFields() {
  const [sum, setSum] = useState('250,00');
  return (
    <>
      <AmountField
        label="Montant"
        name="sum"
        suffix="€"
        width="sm"
        value={sum}
        onChange={(event) => setSum(event.target.value)}
        onStep={(direction) => setSum(`${Number.parseInt(sum, 10) + direction},00`)}
        decrementLabel="Baisser"
        incrementLabel="Augmenter"
      />
      <Select
        label="Durée souhaitée"
        name="months"
        placeholder="Choisir une durée"
        optionalText="(facultatif)"
        width="md"
        options={[12, 24, 36].map((n) => ({ value: String(n), label: `${n} mois` }))}
      />
      <TextArea label="Votre message" name="message" rows={3} />
    </>
  );
}

function Choices() {
  return (
    <>
      <RadioCards
        label="Type de compte"
        name="accountType"
        required
        defaultValue="courant"
        options={[
          {
            value: 'courant',
            title: 'Compte courant',
            description: 'Opérations du quotidien et virements.',
            icon: <CoinsDrawing size={48} />,
          },
          { value: 'epargne', title: 'Compte épargne', description: 'Mettre de côté, à votre rythme.' },
          { value: 'credit', title: 'Compte crédit', description: 'Facilités de crédit.', disabled: true },
        ]}
      />
      <RadioCards
        label="Canal"
        name="channel"
        columns={2}
        error="Choisissez un canal"
        options={[
          { value: 'mail', title: 'E-mail' },
          { value: 'chat', title: 'Messagerie' },
        ]}
      />
      <Checkbox
        label="J’accepte de recevoir la lettre d’information"
        name="news"
        defaultChecked
        hint="Un e-mail par mois."
      />
      <Checkbox
        label="J’ai lu les conditions générales"
        name="terms"
        required
        error="Cochez la case pour continuer"
      />
    </>
  );
}

export function Fields() {
  return (
    <form className="form mt-6 max-w-form" noValidate>
      <FormSummary
        title="Deux champs sont à revoir"
        attempt={0}
        problems={[
          { fieldId: 'g-email', message: 'Écrivez une adresse comme prenom@exemple.fr' },
          { fieldId: 'g-type', message: 'Choisissez un type de compte' },
        ]}
      />
      <Sliders />
      <PersonFields />
      <RequestFields />
      <Choices />
      <TextField label="Référence" name="reference" disabled defaultValue="DP-2026-0042" />
      <div className="form-actions">
        <Button type="submit" tone="primary">
          Envoyer la demande
        </Button>
        <Button>Retour</Button>
      </div>
    </form>
  );
}
